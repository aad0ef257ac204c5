import path from 'node:path';
import { Analysers } from '../../../src/service/worker/analyserProcess.ts';
import { afterFile } from '../../host/afterFile.ts';

const program = path.resolve(import.meta.dirname, '../../../src/service/worker/main.ts');

/**
 * The analysers, which end with the tests of the file. They are not loaded here, since git starts many times as fast from
 * a process that is small.
 */
export function startAnalysers(): Analysers {
  const analysers = new Analysers({ program, args: ['analyse'] });
  afterFile(() => analysers.dispose());
  return analysers;
}
