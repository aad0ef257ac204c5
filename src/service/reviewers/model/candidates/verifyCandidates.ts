import type { Complete } from '../chat/withDeadline.ts';
import type { PlannedCall } from '../prompt/planCalls.ts';
import { applyCorrections, maxVerified, readVerdicts, verifyRequest } from '../prompt/verifyPrompt.ts';
import type { Failure, ReviewStats } from '../reviewStats.ts';
import type { FoundCandidate } from './findCandidates.ts';
import { isVague } from './placeCandidate.ts';

interface VerifyOptions {
  readonly ask: Complete;
  readonly background: string;
  readonly calls: readonly PlannedCall[];
  /** How often each candidate has to be confirmed. */
  readonly checks: number;
  /** Longest prompt, in characters. */
  readonly characters: number;
  readonly stats: ReviewStats;
}

/**
 * The second step: has the candidates of each call verified with the code that the call showed, and drops those that are
 * not confirmed every time. Without an answer none is shown.
 * @param candidates the most important first
 */
export async function verifyCandidates(
  candidates: readonly FoundCandidate[],
  options: VerifyOptions,
): Promise<readonly FoundCandidate[]> {
  let left = candidates;
  for (let check = 0; check < options.checks; check++) {
    const confirmed: FoundCandidate[] = [];
    // The second time in another order.
    const ordered = check === 0 ? left : left.toReversed();
    for (const [index, ofCall] of Map.groupBy(ordered, ({ call }) => call)) {
      confirmed.push(...(await verifyCall(ofCall, index, options)));
    }
    left = confirmed;
  }
  return left;
}

async function verifyCall(
  candidates: readonly FoundCandidate[],
  index: number,
  { ask, background, calls, characters, stats }: VerifyOptions,
): Promise<FoundCandidate[]> {
  const call = calls[index] ?? { pieces: [], related: [] };
  const checked = candidates.slice(0, maxVerified(background, characters));
  stats.dropped.add('over the limit', candidates.length - checked.length);
  const request = verifyRequest(background, call, checked, characters);
  const completion = await ask(request);
  stats.callMade(request);
  const verdicts = completion.status === 'answered' ? readVerdicts(completion.value) : undefined;
  if (verdicts === undefined) {
    const failure: Failure =
      completion.status === 'answered'
        ? { status: 'failed', reason: 'its answer is not of the shape that was asked for' }
        : completion;
    stats.checkLost(index, { ...failure, reason: `what it found could not be checked, ${failure.reason}` });
    return [];
  }
  return checked.flatMap((placed, at) => {
    const verdict = verdicts.get(at + 1);
    if (verdict === undefined || verdict.verdict === 'drop') {
      stats.dropped.add('not confirmed');
      return [];
    }
    const told = { ...placed, ...applyCorrections(placed, verdict) };
    if (!isVague(told.candidate)) return told;
    stats.dropped.add('vague');
    return [];
  });
}
