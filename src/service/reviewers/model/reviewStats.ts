import type { CompletionRequest } from '../../../core/protocol/modelCompletion.ts';
import type { Refutation, ReviewerOutcome, ReviewerFinding } from '../../engine/reviewer.ts';
import { listFirst } from '../../engine/result/listFirst.ts';
import { pluralize } from '../../engine/result/pluralize.ts';
import type { FixProblem } from './candidates/checkFix.ts';
import type { Completion } from './chat/languageModel.ts';
import type { CallPlan } from './prompt/planCalls.ts';
import type { DropReason } from './candidates/placeCandidate.ts';
import { Counter } from './counter.ts';
import { charactersPerToken } from './limits.ts';
import type { Relation } from './surroundings/relatedCode.ts';

/** Statistics of a review by a model, for the log. */
export interface ModelStats {
  readonly model: string;
  /** Paths of the repository's instructions that were sent, with "(its beginning)" appended if one was cut. */
  readonly instructions: string | undefined;
  /** Number of calls, including those that check what was found. */
  readonly calls: number;
  /** Length of all prompts, in tokens as estimated with `charactersPerToken`. */
  readonly tokens: number;
  /** Number of places in other files that were sent. */
  readonly places: Partial<Record<Relation, number>>;
  /** Number of places in other files that did not fit. */
  readonly leftPlaces: number;
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

/** What the model refutes of the tools' findings, and how much it judged, as the ends of sentences. */
export interface Judgement {
  readonly refuted: readonly Refutation[];
  readonly told: readonly string[];
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
  readonly #plan: CallPlan;
  /** Indices of calls that a finder answered, and of those whose findings could not be checked. */
  readonly #answered = new Set<number>();
  readonly #unchecked = new Set<number>();
  #calls = 0;
  #characters = 0;
  /** Number of calls of finders that were not answered. */
  #lost = 0;
  #failure: Failure | undefined;

  constructor(model: string, instructions: string | undefined, plan: CallPlan) {
    this.#model = model;
    this.#instructions = instructions;
    this.#plan = plan;
  }

  /** Counts a call. */
  callMade({ system, user }: CompletionRequest): void {
    this.#calls++;
    this.#characters += system.length + user.length;
  }

  /** Number of calls so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Whether a finder answered a call. */
  isAnswered(index: number): boolean {
    return this.#answered.has(index);
  }

  /** Records that a finder answered a call. */
  callAnswered(index: number): void {
    this.#answered.add(index);
  }

  /** Records that a finder did not answer a call. @param failure absent if the call was not made any more */
  callLost(failure?: Failure): void {
    this.#lost++;
    this.#failure ??= failure;
  }

  /** Records that what was found by a call could not be checked, so that it is not shown. */
  checkLost(index: number, failure: Failure): void {
    this.#unchecked.add(index);
    this.#failure ??= failure;
  }

  /** The answer if the model reviewed nothing. */
  unread({ status, reason }: Failure): Answer {
    return { status, reason, stats: this.#toStats() };
  }

  /** The answer with the findings. If a part was not reviewed and the rest has none, the answer is a failure. */
  read(findings: readonly ReviewerFinding[], { refuted, told }: Judgement): Answer {
    const stats = this.#toStats();
    const { read, partlyRead, unanswered } = stats;
    if (findings.length === 0 && this.#failure !== undefined && unanswered.length > 0)
      return this.unread(this.#failure);
    const files = read.length + partlyRead.length;
    const reason = this.#told(stats, findings.length, told);
    return { status: 'ok', findings, files, read, unanswered: unanswered.length, reason, refuted, stats };
  }

  #told(stats: ModelStats, kept: number, judged: readonly string[]): string {
    const { read, partlyRead, leftOut, unanswered, instructions, candidates, calls, tokens, leftPlaces } = stats;
    const shown = [...read, ...partlyRead];
    const places = Object.values(stats.places).reduce((sum, count) => sum + count, 0);
    const others = places === 0 ? '' : ` and ${pluralize(places, 'place')} in other files`;
    const files = `${pluralize(shown.length, 'file')} (${listFirst(shown)})${others}`;
    const cost = ` in ${pluralize(calls, 'call')} (about ${tokens.toLocaleString('en')} tokens)`;
    const guided = instructions === undefined ? '' : `, guided by ${instructions}`;
    const dropped =
      candidates === kept
        ? ''
        : `, dropped ${this.dropped.total} of ${candidates} findings (${this.dropped.toString()})`;
    const fixes =
      this.droppedFixes.total === 0
        ? ''
        : `, left out ${this.droppedFixes.total} fixes (${this.droppedFixes.toString()})`;
    const because = this.#failure === undefined ? '' : ` (${this.#failure.reason})`;
    return [
      `read ${files} with ${this.#model}${cost}${guided}${dropped}${fixes}`,
      ...judged,
      ...(leftPlaces === 0 ? [] : [`had no room for ${pluralize(leftPlaces, 'place')} in other files`]),
      ...(this.#plan.leftDeleted === 0 ? [] : [`had no room for ${pluralize(this.#plan.leftDeleted, 'deleted file')}`]),
      ...(partlyRead.length === 0 ? [] : [`read only a part of ${listFirst(partlyRead)}`]),
      ...(leftOut.length === 0 ? [] : [`had no room for ${listFirst(leftOut)}`]),
      ...(this.#lost === 0 || unanswered.length > 0
        ? []
        : [`read with ${pluralize(this.#lost, 'call')} less than planned${because}`]),
      ...(unanswered.length === 0 ? [] : [`got no answer about ${listFirst(unanswered)}${because}`]),
    ].join('; ');
  }

  #toStats(): ModelStats {
    const { calls, left, cut, shownPlaces, leftPlaces } = this.#plan;
    const isLost = (index: number): boolean => !this.#answered.has(index) || this.#unchecked.has(index);
    const unanswered = new Set(
      calls.flatMap(({ pieces }, index) => (isLost(index) ? pieces : [])).map(({ name }) => name),
    );
    const all = [...new Set(calls.flatMap(({ pieces }) => pieces).map(({ name }) => name))];
    const shown = all.filter(name => !unanswered.has(name));
    return {
      model: this.#model,
      instructions: this.#instructions,
      calls: this.#calls,
      tokens: Math.round(this.#characters / charactersPerToken),
      places: shownPlaces,
      leftPlaces,
      read: shown.filter(name => !cut.includes(name)),
      partlyRead: shown.filter(name => cut.includes(name)),
      leftOut: left,
      unanswered: [...unanswered],
      candidates: this.candidates,
      dropped: this.dropped.toRecord(),
      droppedFixes: this.droppedFixes.toRecord(),
    };
  }
}
