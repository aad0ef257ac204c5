/** Goes before the unit tests, so that what one run of a property test tries another tries too. */
import fc from 'fast-check';

/** A whole number; `SEED=7 npm run test:unit` tries what no run has tried yet. */
export const seed = Number(process.env['SEED'] ?? 20_261_121);

fc.configureGlobal({ seed });
