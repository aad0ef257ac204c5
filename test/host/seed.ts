/** Goes before the unit tests, so that what one run of a property test tries another tries too. */
import fc from 'fast-check';

/** A whole number; `SEED=7 npm run test:unit` tries what no run has tried yet. */
export const seed = Number(process.env['SEED'] ?? 20_261_121);

fc.configureGlobal({ seed });

/** Whether `npm run test:long` runs, which tries everything in full. */
export function isInFull(): boolean {
  return process.env['TRY_IN_FULL'] !== undefined;
}

/** How often a property is tried: `full` times by `npm run test:long`, else at most 500 times. */
export function tries(full: number): number {
  return isInFull() ? full : Math.min(full, 500);
}
