import { Analysers } from '../../../src/service/worker/analyserProcess.ts';
import { afterRun } from '../../host/afterRun.ts';
import { programOf } from '../../host/programs/programs.ts';

/** Those that no test uses: they take seconds to load and to become quick, so the next test gets them, in any file. */
const free: Analysers[] = [];

/** Analysers for tests that run one after another: all of them get the same. */
export function startAnalysers(): Analysers {
  const [first = takeAnalysers()] = free;
  if (free.length === 0) returnAnalysers(first);
  return first;
}

/**
 * Analysers to give back with `returnAnalysers`. They are not loaded here, since git starts many times as fast from a
 * process that is small.
 */
export function takeAnalysers(): Analysers {
  const waiting = free.pop();
  if (waiting !== undefined) return waiting;
  const analysers = new Analysers({ program: programOf('engine'), args: ['analyse'] });
  afterRun(() => analysers.dispose());
  return analysers;
}

export function returnAnalysers(analysers: Analysers): void {
  free.push(analysers);
}
