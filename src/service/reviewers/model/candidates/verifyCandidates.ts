import type { Complete } from '../chat/withDeadline.ts';
import { isVague, type PlacedCandidate } from './placeCandidate.ts';
import type { Failure, ReviewStats } from '../reviewStats.ts';
import { applyCorrections, maxVerified, readVerdicts, verifyRequest } from '../prompt/verifyPrompt.ts';

interface VerifyOptions {
  readonly ask: Complete;
  readonly background: string;
  readonly candidates: readonly PlacedCandidate[];
  /** Longest prompt, in characters. */
  readonly characters: number;
  readonly stats: ReviewStats;
}

/** The second pass, in one call: drops the candidates that it does not confirm. Without it none is shown. */
export async function verifyCandidates({
  ask,
  background,
  candidates,
  characters,
  stats,
}: VerifyOptions): Promise<{ readonly candidates: PlacedCandidate[] } | { readonly failure: Failure }> {
  if (candidates.length === 0) return { candidates: [] };
  const checked = candidates.slice(0, maxVerified(background, characters));
  stats.dropped.add('over the limit', candidates.length - checked.length);
  const completion = await ask(verifyRequest(background, checked, characters));
  stats.callMade();
  if (completion.status !== 'answered') {
    return { failure: { ...completion, reason: `what it found could not be checked, ${completion.reason}` } };
  }
  const verdicts = readVerdicts(completion.value);
  if (verdicts === undefined) {
    const reason = 'what it found could not be checked, its answer is not of the shape that was asked for';
    return { failure: { status: 'failed', reason } };
  }
  const confirmed = checked.flatMap((placed, index) => {
    const verdict = verdicts.get(index + 1);
    if (verdict === undefined || verdict.verdict === 'drop') {
      stats.dropped.add('not confirmed');
      return [];
    }
    const told = applyCorrections(placed, verdict);
    if (!isVague(told.candidate)) return told;
    stats.dropped.add('vague');
    return [];
  });
  return { candidates: confirmed };
}
