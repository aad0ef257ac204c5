import { seed, tries } from '../../../host/seed.ts';

/** The seeds that found something; they are tried in every run. */
const kept: Readonly<Record<'faults' | 'hostile', readonly number[]>> = {
  faults: [],
  hostile: [2_105_401_603],
};

/** The seed of this run and the kept ones. @param full how often a property is tried by `npm run test:long` */
export function seeds(
  test: keyof typeof kept,
  full: number,
): readonly { readonly seed: number; readonly runs: number }[] {
  return [seed, ...kept[test]].map(each => ({ seed: each, runs: tries(full) }));
}
