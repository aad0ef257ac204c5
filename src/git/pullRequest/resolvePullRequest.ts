import { CodeReviewError } from '../../core/base/errors.ts';
import { formatEnd } from '../../core/base/formatTime.ts';
import { plainLine } from '../../core/base/text.ts';
import { sentences, t } from '../../core/base/l10n.ts';
import type { Confidence, PullRequestCandidate } from '../../core/review/pullRequest.ts';
import type { GitConfig } from '../repository/config.ts';
import type { Git } from '../run/git.ts';
import type { RepositoryIdentity } from '../repository/identifyRepository.ts';
import { surePushTarget } from './surePushTarget.ts';
import { asTheHostTells, type Sure } from './providers/asTheHostTells.ts';
import type { ProviderAccess } from './providers/client.ts';
import type { RememberedChoice } from './rememberedChoice.ts';
import type { HostSettings } from '../repository/remoteUrl.ts';
import {
  noCandidates,
  type HostLimit,
  type PullRequestSource,
  type Refusal,
  type SourceResult,
  type SourceContext,
} from './source.ts';
import { branchAtHead } from './evidence/branchAtHead.ts';
import { branchConfig } from './sources/branchConfig.ts';
import { branchHints } from './sources/branchHints.ts';
import { fetchHead } from './sources/fetchHead.ts';
import { localRefs } from './sources/localRefs.ts';
import { lsRemote } from './sources/lsRemote.ts';
import { providerRest } from './sources/providerRest.ts';
import { reflog } from './sources/reflog.ts';
import { remembered } from './sources/remembered.ts';
import type { WorkingCopy } from '../repository/workingCopy.ts';

/** The pull request of a branch, or candidates to choose from. */
export type PullRequestResolution =
  /** Sure enough to use without asking. */
  | {
      readonly kind: 'found';
      readonly candidate: PullRequestCandidate;
      readonly headCommit: string;
      readonly unpushed: number | undefined;
    }
  /** Several candidates, or none that is sure. `reason` is a sentence. */
  | {
      readonly kind: 'ask';
      readonly candidates: readonly PullRequestCandidate[];
      readonly reason: string;
      readonly refusedBy?: Refusal;
    }
  /** No source found one. `reason` is a sentence. */
  | { readonly kind: 'none'; readonly reason: string; readonly refusedBy?: Refusal };

interface Request {
  readonly git: Git;
  readonly copy: WorkingCopy;
  readonly config: GitConfig;
  readonly identity: RepositoryIdentity;
  readonly sources: readonly PullRequestSource[];
  readonly hosts: HostSettings;
  /** Asks the host whether what this machine is sure of is open today; absent to ask nobody. */
  readonly provider?: ProviderAccess;
  readonly signal: AbortSignal;
}

/**
 * The sources in order, cheapest first.
 * @param options without `provider`, only git is used
 */
export function defaultSources(options: {
  readonly remembered: () => RememberedChoice | undefined;
  readonly provider?: ProviderAccess;
}): PullRequestSource[] {
  const rest = options.provider === undefined ? [] : [providerRest(options.provider)];
  return [branchConfig, localRefs, reflog, fetchHead, remembered(options.remembered), branchHints, ...rest, lsRemote];
}

/**
 * Asks all local sources at once, then the others in order until one is sure. If none is sure, or sure sources
 * disagree, the result is a choice for the user.
 */
export async function resolvePullRequest(request: Request): Promise<PullRequestResolution> {
  const { git, copy, sources, signal } = request;
  const { head } = copy;
  if (head === undefined) return { kind: 'none', reason: t('The branch has no commit yet.') };
  const context = await contextOf(request, head);
  const unsure = new Map<string, PullRequestCandidate>();
  let hinted: readonly PullRequestCandidate[] = [];
  let unreachable: string | undefined;
  let refusal: { readonly refusedBy?: Refusal } = {};
  let limit = '';
  for (const step of inSteps(sources)) {
    const answers = await Promise.all(
      step.map(async source => {
        try {
          return await source.find({ ...context, hinted }, signal);
        } catch (error) {
          if (!CodeReviewError.is(error, 'git')) throw error;
          unreachable = error.message;
          return noCandidates;
        }
      }),
    );
    hinted = [
      ...hinted,
      ...answers.flatMap(({ candidates }, index) => (step[index]?.isByCommit === true ? [] : candidates)),
    ];
    for (const { refusedBy, limitedBy } of answers) {
      if (refusedBy !== undefined) refusal = { refusedBy };
      if (limitedBy !== undefined) limit = limitSentence(limitedBy);
    }
    const none = answers.find(answer => answer.none !== undefined)?.none;
    const { sure: told, doubtful } = await asTheHostTells(surest(answers, context), step, context, request);
    const { sure, elsewhere } = await withoutElsewhere(told, context, signal);
    if (sure.length === 1 && sure[0] !== undefined) {
      const { candidate, headCommit } = sure[0];
      const seen = headCommit ?? context.tracked;
      const unpushed = seen === undefined ? undefined : await unpushedCommits(git, copy.root, seen, head, signal);
      return { kind: 'found', candidate, headCommit: seen ?? head, unpushed };
    }
    if (none !== undefined) return { kind: 'none', reason: t('Did not look for a pull request: {none}.', { none }) };
    const all = [
      ...doubtful,
      ...elsewhere,
      ...sure.map(each => each.candidate),
      ...answers.flatMap(({ candidates }) => candidates),
    ];
    for (const candidate of all) {
      const key = keyOf(candidate, context);
      if (!unsure.has(key)) unsure.set(key, candidate);
    }
    if (sure.length > 1 || answers.some(({ isFinal }) => isFinal === true)) break;
  }
  if (unsure.size > 0) {
    const reason = sentences(t('Which pull request belongs to this branch? No match is certain.'), limit);
    return { kind: 'ask', candidates: [...unsure.values()].sort(byConfidence), reason, ...refusal };
  }
  if (unreachable !== undefined) {
    const reason = sentences(
      t('The remote cannot be reached ({error})', { error: unreachable }),
      limit,
      t('Which pull request is it?'),
    );
    return { kind: 'ask', candidates: [], reason, ...refusal };
  }
  const none =
    copy.branch === undefined
      ? t('HEAD is detached, and no pull request was found whose head is the pushed commit.')
      : t('No pull request was found whose head is the pushed commit.');
  const reason = sentences(none, limit);
  return { kind: 'none', reason, ...refusal };
}

function limitSentence({ host, until }: HostLimit): string {
  return t('{host} accepts no requests until {time}.', { host: plainLine(host), time: formatEnd(until) });
}

async function contextOf(
  { git, copy, config, identity, hosts, signal }: Request,
  head: string,
): Promise<SourceContext> {
  const { branch } = copy;
  const push = await surePushTarget(git, copy.root, config, { name: branch, head }, signal);
  const tracked = push !== undefined && config.remotes.includes(push.remote) ? push.commit : undefined;
  return { git, copy: { ...copy, head }, config, identity, hosts, push, tracked, hinted: [] };
}

/** Groups the sources: all local ones, which are cheap, then one by one. */
function inSteps(sources: readonly PullRequestSource[]): (readonly PullRequestSource[])[] {
  const remote = sources.filter(({ isLocal }) => !isLocal);
  return [sources.filter(({ isLocal }) => isLocal), ...remote.map(source => [source])];
}

/** The distinct sure pull requests: those that the user chose, else those that sources are sure of. */
function surest(answers: readonly SourceResult[], context: SourceContext): Sure[] {
  for (const wanted of ['certain', 'high'] as const) {
    const found = new Map<string, Sure>();
    for (const { candidates, headCommit, isUnproven = false } of answers) {
      for (const candidate of candidates) {
        const key = keyOf(candidate, context);
        if (candidate.confidence === wanted && found.get(key)?.headCommit === undefined)
          found.set(key, { candidate, headCommit, isUnproven });
      }
    }
    if (found.size > 0) return [...found.values()];
  }
  return [];
}

/**
 * Where HEAD is another remote branch and not the head of the pull request, that one is no more than one to choose,
 * unless the user chose it.
 */
async function withoutElsewhere(
  sure: readonly Sure[],
  context: SourceContext,
  signal: AbortSignal,
): Promise<{ readonly sure: readonly Sure[]; readonly elsewhere: readonly PullRequestCandidate[] }> {
  const [only, ...others] = sure;
  if (only === undefined || others.length > 0 || only.candidate.confidence === 'certain')
    return { sure, elsewhere: [] };
  const { candidate, headCommit } = only;
  const other = await branchAtHead(context, { ...candidate, headCommit }, signal);
  if (other === undefined) return { sure, elsewhere: [] };
  const explanation = t('though HEAD is the head of {other}', { other });
  return { sure: [], elsewhere: [{ ...candidate, confidence: 'medium', explanation }] };
}

function keyOf({ repository, number }: PullRequestCandidate, { identity }: SourceContext): string {
  return `${repository ?? identity.fullName}#${number}`.toLowerCase();
}

const order: readonly Confidence[] = ['certain', 'high', 'medium', 'low'];

function byConfidence(a: PullRequestCandidate, b: PullRequestCandidate): number {
  return order.indexOf(a.confidence) - order.indexOf(b.confidence);
}

/** Number of commits of HEAD that the pull request lacks; undefined if its head is not available locally. */
async function unpushedCommits(
  git: Git,
  root: string,
  pushed: string,
  head: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (pushed === head) return 0;
  const count = await git.tryRun(root, ['rev-list', '--count', `${pushed}..${head}`, '--'], { signal });
  return count === undefined ? undefined : Number(count);
}
