import type { ReviewerOutcome, ReviewerFinding } from '../../engine/reviewer.ts';
import { listFirst } from '../../engine/result/listFirst.ts';
import type { FixProblem } from './candidates/checkFix.ts';
import type { Completion } from './chat/languageModel.ts';
import type { PackedCalls } from './prompt/packCalls.ts';
import type { DropReason } from './candidates/placeCandidate.ts';
import { Counter } from './counter.ts';

/** Statistics of a review by a model, for the log. */
export interface ModelStats {
  readonly model: string;
  /** Path of the repository's instructions that were sent, with "(its beginning)" appended if they were cut. */
  readonly instructions: string | undefined;
  /** Number of calls, including those of the second pass. */
  readonly calls: number;
  /** Paths of files that were sent whole. */
  readonly read: readonly string[];
  /** Paths of files that were sent in part. */
  readonly partlyRead: readonly string[];
  /** Paths of files that did not fit into the budget. */
  readonly leftOut: readonly string[];
  /** Paths of files whose call failed. */
  readonly unanswered: readonly string[];
  /** Number of findings that the model named. */
  readonly candidates: number;
  readonly dropped: Partial<Record<DropReason, number>>;
  readonly droppedFixes: Partial<Record<FixProblem, number>>;
}

/** A completion without a usable answer. */
export type Failure = Exclude<Completion, { readonly status: 'answered' }>;

type Answer = ReviewerOutcome & { readonly stats: ModelStats };

/** Collects the statistics of one review, and builds its answer with what was left out. */
export class ReviewStats {
  readonly dropped = new Counter<DropReason>();
  readonly droppedFixes = new Counter<FixProblem>();
  candidates = 0;
  readonly #model: string;
  readonly #instructions: string | undefined;
  readonly #packing: PackedCalls;
  readonly #unanswered = new Set<string>();
  #calls = 0;
  #failure: Failure | undefined;

  constructor(model: string, instructions: string | undefined, packing: PackedCalls) {
    this.#model = model;
    this.#instructions = instructions;
    this.#packing = packing;
  }

  /** Counts a call. */
  callMade(): void {
    this.#calls++;
  }

  /** Records files that were not reviewed. @param failure absent if the call was not made any more */
  callLost(names: readonly string[], failure?: Failure): void {
    for (const name of names) this.#unanswered.add(name);
    this.#failure ??= failure;
  }

  /** The answer if the model reviewed nothing. */
  unread({ status, reason }: Failure): Answer {
    return { status, reason, stats: this.#toStats() };
  }

  /** The answer with the findings. If a call failed and the others found nothing, the answer is a failure. */
  read(findings: readonly ReviewerFinding[]): Answer {
    if (findings.length === 0 && this.#failure !== undefined) return this.unread(this.#failure);
    const stats = this.#toStats();
    const files = stats.read.length + stats.partlyRead.length;
    const { read, unanswered } = stats;
    const reason = this.#told(stats, findings.length);
    return { status: 'ok', findings, files, read, unanswered: unanswered.length, reason, stats };
  }

  #told(stats: ModelStats, kept: number): string {
    const { read, partlyRead, leftOut, unanswered, instructions, candidates } = stats;
    const shown = [...read, ...partlyRead];
    const files = `${shown.length} ${shown.length === 1 ? 'file' : 'files'} (${listFirst(shown)})`;
    const guided = instructions === undefined ? '' : `, guided by ${instructions}`;
    const dropped =
      candidates === kept
        ? ''
        : `, dropped ${this.dropped.total} of ${candidates} findings (${this.dropped.toString()})`;
    const fixes =
      this.droppedFixes.total === 0
        ? ''
        : `, left out ${this.droppedFixes.total} fixes (${this.droppedFixes.toString()})`;
    return [
      `read ${files} with ${this.#model}${guided}${dropped}${fixes}`,
      ...(partlyRead.length === 0 ? [] : [`read only a part of ${listFirst(partlyRead)}`]),
      ...(leftOut.length === 0 ? [] : [`had no room for ${listFirst(leftOut)}`]),
      ...(unanswered.length === 0
        ? []
        : [`got no answer about ${listFirst(unanswered)} (${this.#failure?.reason ?? ''})`]),
    ].join('; ');
  }

  #toStats(): ModelStats {
    const { calls, left, cut } = this.#packing;
    const shown = [...new Set(calls.flat().map(({ name }) => name))].filter(name => !this.#unanswered.has(name));
    return {
      model: this.#model,
      instructions: this.#instructions,
      calls: this.#calls,
      read: shown.filter(name => !cut.includes(name)),
      partlyRead: shown.filter(name => cut.includes(name)),
      leftOut: left,
      unanswered: [...this.#unanswered],
      candidates: this.candidates,
      dropped: this.dropped.toRecord(),
      droppedFixes: this.droppedFixes.toRecord(),
    };
  }
}
