import * as v from 'valibot';
import type { Complete } from '../chat/withDeadline.ts';
import { readCandidate } from './candidate.ts';
import { findingsPerCall, findRequest } from '../prompt/findPrompt.ts';
import type { FilePiece } from '../prompt/packCalls.ts';
import { placeCandidate, type PlacedCandidate } from './placeCandidate.ts';
import { rankCandidates } from './rank.ts';
import type { ReviewStats } from '../reviewStats.ts';
import type { PromptFile } from '../prompt/promptFile.ts';

interface FindOptions {
  readonly ask: Complete;
  readonly background: string;
  readonly calls: readonly (readonly FilePiece[])[];
  readonly shown: readonly PromptFile[];
  readonly stats: ReviewStats;
  /** Called with the number of calls so far, before each call. */
  readonly onCall: (count: number) => void;
}

const atOnce = 2;
/** Maximum number of entries of an answer that are read. */
const mostEntries = 50;
const answerSchema = v.object({ findings: v.array(v.unknown()) });

/** The first pass: makes the calls, two at a time, and locates the candidates of their answers. */
export async function findCandidates({
  ask,
  background,
  calls,
  shown,
  stats,
  onCall,
}: FindOptions): Promise<PlacedCandidate[]> {
  const found: PlacedCandidate[][] = [];
  const waiting = [...calls.entries()];
  let isUnavailable = false;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, pieces] = next;
      const names = pieces.map(({ name }) => name);
      if (isUnavailable) {
        stats.callLost(names);
        continue;
      }
      onCall(index + 1);
      const completion = await ask(findRequest(background, pieces));
      stats.callMade();
      if (completion.status !== 'answered') {
        // A model that is unavailable for one call is so for the others.
        isUnavailable ||= completion.status === 'skipped';
        stats.callLost(names, completion);
        continue;
      }
      const answer = v.safeParse(answerSchema, completion.value);
      if (answer.success) {
        const files = shown.filter(({ name }) => names.includes(name));
        found[index] = placedIn(answer.output.findings, files, stats);
      } else stats.callLost(names, { status: 'failed', reason: 'its answer is not of the shape that was asked for' });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.flat();
}

function placedIn(entries: readonly unknown[], files: readonly PromptFile[], stats: ReviewStats): PlacedCandidate[] {
  stats.candidates += entries.length;
  stats.dropped.add('over the limit', entries.length - mostEntries);
  const placed = entries.slice(0, mostEntries).flatMap(entry => {
    const candidate = readCandidate(entry);
    const result = candidate === undefined ? 'malformed' : placeCandidate(candidate, files);
    if (typeof result !== 'string') return result;
    stats.dropped.add(result);
    return [];
  });
  stats.dropped.add('over the limit', placed.length - findingsPerCall);
  return rankCandidates(placed).slice(0, findingsPerCall);
}
