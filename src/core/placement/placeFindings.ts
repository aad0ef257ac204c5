import { mapBlock, findReplacement, type LineBlock } from './lineBlock.ts';
import { BlockSearch } from './blockSearch.ts';
import type { EditorRange, Finding, FindingState } from '../review/finding.ts';
import { rangeOfBlock, rangeOfColumns } from './findingRange.ts';
import { lazy } from '../base/lazy.ts';
import { stripWhitespace } from '../diff/lineMap.ts';
import { splitLines } from '../base/splitLines.ts';
import { matchesMask, containsMask } from '../base/maskSecret.ts';
import { findMovedBlock } from './findMovedBlock.ts';
import type { ReviewComment } from '../review/review.ts';
import { DiffSide } from './diffSide.ts';
import { SimilarBlocks } from './similarBlocks.ts';

/** A comment and the id of its finding. */
export interface IdentifiedComment {
  readonly id: string;
  readonly comment: ReviewComment;
}

/** The texts of one file that findings are placed by. Lines are as git counts them; undefined if not known. */
export interface PlacementTexts {
  /** Lines of the file in the reviewed commit. */
  readonly reviewed: readonly string[] | undefined;
  /** Lines of the file before the pull request, to which comments on removed lines refer. */
  readonly removed: readonly string[] | undefined;
  /** The current text of the file, or its lines as editors count them; the list of `reviewed` where that is the same. */
  readonly live: string | readonly string[];
}

/**
 * Finds the positions of one file's comments in its current text (docs/decisions/line-map.md).
 * @param path of the file in the repository as it is now
 */
export function placeFindings(comments: readonly IdentifiedComment[], texts: PlacementTexts, path?: string): Finding[] {
  const placement = new Placement(texts);
  return comments.map(({ id, comment }) => ({ id, comment, path, ...placement.of(comment) }));
}

interface Placed {
  readonly state: FindingState;
  readonly range: EditorRange | undefined;
}

/** Most lines that are taken for edited in place where none of their words are left. */
const mostRewritten = 3;

const unplaced: Placed = { state: 'unplaced', range: undefined };

/** Places the comments of one file. Each pair of texts is compared once, when a comment first needs it. */
class Placement {
  readonly #live: readonly string[];
  readonly #right: () => DiffSide | undefined;
  readonly #left: () => DiffSide | undefined;
  /** Maps the text before the pull request to the reviewed one. */
  readonly #pullRequest: () => DiffSide | undefined;
  readonly #search: () => BlockSearch;
  readonly #similar: SimilarBlocks;

  constructor({ reviewed, removed, live }: PlacementTexts) {
    this.#live = typeof live === 'string' ? splitLines(live) : live;
    this.#similar = new SimilarBlocks(this.#live);
    this.#right = lazy(() => reviewed && new DiffSide(reviewed, this.#live));
    this.#left = lazy(() => removed && new DiffSide(removed, this.#live));
    this.#pullRequest = lazy(() => removed && new DiffSide(removed, this.#right()?.lines ?? this.#live));
    this.#search = lazy(() => new BlockSearch(this.#live.map(stripWhitespace)));
  }

  of(comment: ReviewComment): Placed {
    const isRemoved = comment.side === 'left';
    const side = isRemoved ? this.#left() : this.#right();
    if (side === undefined) return this.#byLiveText(comment);
    const block = reviewedBlock(comment, side);
    if (block === undefined) return unplaced;
    return (isRemoved ? this.#ofRemoval(block, side) : undefined) ?? this.#carried(comment, block, side);
  }

  /** Without the reviewed text, quoted code determines the place; a line number alone is only likely. */
  #byLiveText({ range, quotedCode, side }: ReviewComment): Placed {
    const quoted = quotedLines(quotedCode);
    const near = (range?.startLine ?? 1) - 1;
    const found = quoted.length === 0 ? undefined : this.#search().nearest(quoted, near);
    if (found !== undefined) return this.#at('current', found);
    const fits = (line: string, index: number): boolean =>
      matchesMask(stripWhitespace(this.#live[near + index] ?? ''), line);
    if (quoted.some(containsMask) && quoted.every(fits))
      return this.#at('current', { start: near, end: near + quoted.length });
    if (range === undefined || side === 'left' || near < 0 || near >= this.#live.length) return unplaced;
    const end = Math.min(this.#live.length, Math.max(range.startLine, range.endLine));
    return this.#at('unplaced', { start: near, end });
  }

  /** The place where the pull request removed lines; undefined if it did not remove these. */
  #ofRemoval(block: LineBlock, side: DiffSide): Placed | undefined {
    const inReview = this.#pullRequest();
    if (inReview === undefined || mapBlock(block, inReview.map).kept !== 'none') return undefined;
    const { kept, block: place } = mapBlock(block, side.map);
    return this.#at(kept === 'none' ? 'current' : 'changed', place);
  }

  #carried({ range }: ReviewComment, block: LineBlock, side: DiffSide): Placed {
    const carried = mapBlock(block, side.map);
    const moved = carried.kept === 'all' ? undefined : findMovedBlock(block, side, this.#search());
    const intact = carried.kept === 'all' ? carried.block : moved;
    if (intact !== undefined) {
      const state = moved === undefined ? 'current' : 'moved';
      if (range === undefined) return this.#at(state, intact);
      return { state, range: rangeOfColumns(intact, this.#live, { range, block, lines: side.lines }) };
    }
    const flow = side.flow();
    if (carried.kept === 'some') return this.#at('changed', flow.stretch(block, carried.block, side.map));
    const reworded = mapBlock(block, side.byWords());
    if (reworded.kept !== 'none') return this.#at('changed', flow.stretch(block, reworded.block, side.byWords()));
    const flowed = flow.find(block);
    if (flowed !== undefined) return this.#at('changed', flowed);
    // Lines of the same words bound what replaced it; it may have been moved beyond them.
    const { old, now } = findReplacement(block, side.byWords());
    const wanted = side.lines.slice(block.start, block.end);
    const find = (within: LineBlock): LineBlock | undefined =>
      this.#similar.find(wanted, within, reworded.block.start, side.isTakenByWords());
    const likely = find(now) ?? find(findReplacement(block, side.map).now);
    if (likely !== undefined) return this.#at('changed', likely);
    // The same number of lines: edited beyond recognition. A different number, or many: replaced.
    const size = old.end - old.start;
    const isEdited = size <= mostRewritten && size === now.end - now.start;
    return this.#at(isEdited ? 'changed' : 'outdated', reworded.block);
  }

  #at(state: FindingState, block: LineBlock): Placed {
    const start = Math.min(block.start, this.#live.length - 1);
    return { state, range: rangeOfBlock({ start, end: Math.max(block.end, start + 1) }, this.#live) };
  }
}

/** The lines that a comment is about. If it quotes code that is elsewhere, the code wins over the line numbers. */
function reviewedBlock({ range, quotedCode }: ReviewComment, side: DiffSide): LineBlock | undefined {
  const named = range === undefined ? undefined : side.blockOf(range);
  const quoted = quotedLines(quotedCode);
  if (quoted.length === 0) return named;
  const [only = ''] = quoted;
  const isPart = (line: string): boolean => quoted.length === 1 && line.includes(only);
  if (named !== undefined && side.spaceless().slice(named.start, named.end).some(isPart)) return named;
  const found = side.search().nearest(quoted, named?.start ?? 0) ?? named;
  return named !== undefined && found !== undefined && found.start >= named.start && found.end <= named.end
    ? named
    : found;
}

/** Lines of quoted code without white space and surrounding blank lines. */
function quotedLines(quotedCode: string | undefined): string[] {
  const lines = quotedCode === undefined ? [] : splitLines(quotedCode).map(stripWhitespace);
  const first = lines.findIndex(line => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(line => line !== '') + 1);
}
