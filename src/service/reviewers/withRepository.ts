import type { Reviewer } from '../engine/reviewer.ts';
import { withoutCompiled } from './copies/withoutCompiled.ts';
import { withoutCopies } from './copies/withoutCopies.ts';
import { withoutTwins } from './copies/withoutTwins.ts';
import { withLinterSettings } from './linted/withLinterSettings.ts';
import { withRefusedNames } from './linted/withRefusedNames.ts';
import type { Repository } from './refining/refined.ts';
import { withoutFlow } from './scripts/withoutFlow.ts';
import { withoutNestedImports } from './scripts/withoutNestedImports.ts';
import { withNamesElsewhere } from './ruff/elsewhere/withNamesElsewhere.ts';
import { withAllowedSecrets } from './secrets/withAllowedSecrets.ts';
import { withSelfSigned } from './secrets/withSelfSigned.ts';
import { withoutPublished } from './secrets/withoutPublished.ts';

type Refining = (reviewer: Reviewer, repository: Repository) => Reviewer;

const ofSecrets: readonly Refining[] = [withSelfSigned, withoutPublished, withAllowedSecrets];
/** What is asked for one reviewer of code alone, by its id, and what is asked for each. */
const ofOne: Readonly<Record<string, readonly Refining[]>> = {
  ruff: [withNamesElsewhere],
  typescript: [withoutFlow, withoutNestedImports],
};
const ofCode: readonly Refining[] = [
  withRefusedNames,
  withLinterSettings,
  withoutCopies,
  withoutTwins,
  withoutCompiled,
];

/** A built-in reviewer without what only the rest of the repository refutes. */
export function withRepository(reviewer: Reviewer, repository: Repository): Reviewer {
  return refiningsOf(reviewer).reduce((refined, refine) => refine(refined, repository), reviewer);
}

function refiningsOf({ id, readsEverything }: Reviewer): readonly Refining[] {
  if (id === 'secrets') return ofSecrets;
  const { [id]: own = [] } = ofOne;
  return readsEverything === true ? [] : [...own, ...ofCode];
}
