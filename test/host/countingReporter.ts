import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** What a suite comes to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Tests that were left out; the name of each tells why. */
  readonly skipped: number;
  /** What failed, each with its whole name and its error. */
  readonly failures: readonly string[];
}

/** Mocha's `spec` that also leaves the counts and the failures in the file of the reporter option `results`, for `.ci/run`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { results } = options.reporterOptions as { results: string };
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      const failures = this.failures.map(test => `${test.fullTitle()}\n${test.err?.stack ?? ''}`);
      const counts: Counts = { passed, failed, skipped, failures };
      mkdirSync(path.dirname(results), { recursive: true });
      writeFileSync(results, `${JSON.stringify(counts)}\n`);
    });
  }
}
