import type { GitReader } from '../../git/run/git.ts';
import type { EngineJob } from '../engine/messages.ts';
import type { Reviewer } from '../engine/reviewer.ts';
import { withoutCopies } from './copies/withoutCopies.ts';
import { withoutTwins } from './copies/withoutTwins.ts';
import { withLinterSettings } from './linted/withLinterSettings.ts';
import { withRefusedNames } from './linted/withRefusedNames.ts';
import { withoutFlow } from './scripts/withoutFlow.ts';
import { withNamesElsewhere } from './ruff/elsewhere/withNamesElsewhere.ts';
import { withAllowedSecrets } from './secrets/withAllowedSecrets.ts';
import { withSelfSigned } from './secrets/withSelfSigned.ts';
import { withoutPublishedExamples } from './secrets/withoutPublishedExamples.ts';

interface Parts {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root' | 'head'>;
}

/** A built-in reviewer without what only the rest of the repository refutes. */
export function withRepository(reviewer: Reviewer, parts: Parts): Reviewer {
  if (reviewer.id === 'secrets')
    return withAllowedSecrets(withoutPublishedExamples(withSelfSigned(reviewer, parts), parts), parts);
  if (reviewer.readsEverything === true) return reviewer;
  const refuted: Readonly<Record<string, (reviewer: Reviewer, parts: Parts) => Reviewer>> = {
    ruff: withNamesElsewhere,
    typescript: withoutFlow,
  };
  const named = refuted[reviewer.id]?.(reviewer, parts) ?? reviewer;
  return withoutTwins(withoutCopies(withLinterSettings(withRefusedNames(named, parts), parts), parts), parts);
}
