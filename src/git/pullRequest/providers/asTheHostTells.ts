import { t } from '../../../core/base/l10n.ts';
import type { Confidence, PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import { haveDiverged } from '../../repository/history.ts';
import { nameCommit, resolveCommit } from '../../repository/workingCopy.ts';
import { askHost } from './askHost.ts';
import type { ProviderAccess } from './client.ts';
import type { PullRequestSource, SourceContext } from '../source.ts';

/** A pull request that a source is sure of. */
export interface Sure {
  readonly candidate: PullRequestCandidate;
  readonly headCommit: string | undefined;
  readonly isUnproven: boolean;
}

interface Told {
  readonly sure: readonly Sure[];
  readonly doubtful: readonly PullRequestCandidate[];
}

/**
 * What this machine alone is sure of may have been closed since, or be another one: a name is used again, a choice and a
 * configuration stay. Where the host says so, it is no more than one to choose.
 */
export async function asTheHostTells(
  sure: readonly Sure[],
  step: readonly PullRequestSource[],
  context: SourceContext,
  { provider, signal }: { readonly provider?: ProviderAccess; readonly signal: AbortSignal },
): Promise<Told> {
  const [only, ...others] = sure;
  if (only === undefined || others.length > 0 || provider === undefined || !step.every(({ isLocal }) => isLocal))
    return { sure, doubtful: [] };
  const { candidate } = only;
  const host = context.identity.host ?? '';
  const doubt = (confidence: Confidence, explanation: string): Told => ({
    sure: [],
    doubtful: [{ ...candidate, confidence, explanation }],
  });
  const told = await askHost(provider, context.identity, candidate, signal);
  if (told === undefined) return { sure, doubtful: [] };
  if (told === 'missing') return doubt('low', t('which {host} does not have', { host }));
  if (!told.isOpen) return doubt('low', t('which is closed'));
  if (!(await isOfHere(context, only, told.headCommit, signal)))
    return doubt('medium', t('an open one at {host} that this branch may be of', { host }));
  const { title = told.title, url = told.url } = candidate;
  const known = { ...candidate, ...(title !== undefined && { title }), ...(url !== undefined && { url }) };
  // Some hosts shorten it, so that only a commit that is here has a name.
  const { git, copy } = context;
  const head = told.headCommit && (await nameCommit(git, copy.root, told.headCommit, signal));
  return { sure: [{ ...only, candidate: known, headCommit: head ?? only.headCommit }], doubtful: [] };
}

/** Whether the head that the host tells is in one line with HEAD or with what was pushed; a choice of the user stands. */
async function isOfHere(
  { git, copy, tracked }: SourceContext,
  { candidate, isUnproven }: Sure,
  told: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (candidate.confidence === 'certain' || told === undefined) return true;
  const head = await resolveCommit(git, copy.root, told, signal);
  // Somebody has pushed since the last fetch.
  if (head === undefined) return !isUnproven;
  const known = [copy.head, tracked].filter(commit => commit !== undefined);
  const diverged = await Promise.all(known.map(commit => haveDiverged(git, copy.root, head, commit, signal)));
  return diverged.includes(false);
}
