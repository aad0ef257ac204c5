import * as v from 'valibot';
import type { Deadline } from '../chat/withDeadline.ts';
import { readCandidate } from './candidate.ts';
import { findingsPerCall, findRequest } from '../prompt/findPrompt.ts';
import { shuffle } from '../prompt/lenses.ts';
import type { PlannedCall } from '../prompt/planCalls.ts';
import { placeCandidate, type PlacedCandidate } from './placeCandidate.ts';
import { rankCandidates } from './rank.ts';
import type { Failure, ReviewStats } from '../reviewStats.ts';
import type { PromptFile } from '../code/promptFile.ts';

interface FindOptions {
  readonly deadline: Deadline;
  readonly background: string;
  readonly calls: readonly PlannedCall[];
  /** The task of each finder, see `dealLenses`; every finder makes all calls. */
  readonly lenses: readonly string[];
  /** Decides in which order a finder reads the files of a call. */
  readonly seed: string;
  readonly shown: readonly PromptFile[];
  readonly stats: ReviewStats;
  /** Called with the number of calls so far, before each call. */
  readonly onCall: (count: number) => void;
}

/** A candidate with the call that showed its code. */
export interface FoundCandidate extends PlacedCandidate {
  /** Index of the call. */
  readonly call: number;
  /** Index of the finder. */
  readonly finder: number;
}

const atOnce = 2;
/** How much of the time must be left for another finder to begin; the first one reads in any case. */
const latestShare = 0.5;
/** Maximum number of entries of an answer that are read. */
const mostEntries = 50;
const answerSchema = v.object({ findings: v.array(v.unknown()) });
const malformed: Failure = { status: 'failed', reason: 'its answer is not of the shape that was asked for' };

/**
 * The first step: each finder makes all calls, and the candidates of the answers are located. The first call is made
 * alone, since it may be refused; then two are under way at a time.
 */
export async function findCandidates(options: FindOptions): Promise<FoundCandidate[]> {
  const { deadline, calls, lenses, stats, onCall } = options;
  const found: FoundCandidate[][] = [];
  const waiting = lenses.flatMap((lens, finder) => calls.map((call, index) => ({ lens, finder, call, index })));
  let made = 0;
  let isUnavailable = false;
  const next = async (): Promise<boolean> => {
    const task = waiting.shift();
    if (task === undefined) return false;
    const { finder, index, lens, call } = task;
    if (isUnavailable || (finder > 0 && deadline.spent() > latestShare)) {
      stats.callLost();
      return true;
    }
    const at = made++;
    onCall(made);
    const request = requestOf(options, call, lens, finder);
    const completion = await deadline.ask(request);
    stats.callMade(request);
    const answer = completion.status === 'answered' ? v.safeParse(answerSchema, completion.value) : undefined;
    if (answer?.success === true) {
      stats.callAnswered(index);
      found[at] = placedIn(answer.output.findings, options, index, finder);
    } else {
      // A model that is unavailable for one call is so for the others.
      isUnavailable ||= completion.status === 'skipped';
      stats.callLost(completion.status === 'answered' ? malformed : completion);
    }
    return true;
  };
  const work = async (): Promise<void> => {
    while (await next());
  };
  await next();
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.flat();
}

function requestOf(
  { background, seed }: FindOptions,
  { pieces, related }: PlannedCall,
  lens: string,
  finder: number,
): ReturnType<typeof findRequest> {
  const inOrder = finder === 0 ? pieces : shuffle(pieces, `${seed} ${finder}`, ({ name }) => name);
  return findRequest(background, lens, [...inOrder.map(({ text }) => text), ...related]);
}

function placedIn(
  entries: readonly unknown[],
  { shown, calls, stats }: FindOptions,
  call: number,
  finder: number,
): FoundCandidate[] {
  const names = new Set(calls[call]?.pieces.map(({ name }) => name));
  const files = shown.filter(({ name }) => names.has(name));
  stats.candidates += entries.length;
  stats.dropped.add('over the limit', entries.length - mostEntries);
  const placed = entries.slice(0, mostEntries).flatMap(entry => {
    const candidate = readCandidate(entry);
    const result = candidate === undefined ? 'malformed' : placeCandidate(candidate, files);
    if (typeof result !== 'string') return { ...result, call, finder };
    stats.dropped.add(result);
    return [];
  });
  stats.dropped.add('over the limit', placed.length - findingsPerCall);
  return rankCandidates(placed).slice(0, findingsPerCall);
}
