import { categories, severities, type Candidate, type Category, type Severity } from './candidate.ts';
import { placeOf } from '../code/changedParts.ts';
import type { PromptFile } from '../code/promptFile.ts';

/** A candidate that is located on a changed line. */
export interface PlacedCandidate {
  readonly candidate: Candidate;
  readonly shown: PromptFile;
  readonly category: Category;
  readonly severity: Severity;
  /** From 1. */
  readonly startLine: number;
  /** The removed line that it is about; `startLine` is then the one that it stood before. */
  readonly removedLine: string | undefined;
}

/** Why a candidate was dropped. */
export type DropReason =
  /** A field is missing, of the wrong type or out of its bounds. */
  | 'malformed'
  /** The call did not show such a file. */
  | 'unknown file'
  /** No line of the file has the quoted text. */
  | 'not in the file'
  /** The quoted line is neither new nor removed. */
  | 'not a changed line'
  | 'unknown category'
  | 'unknown severity'
  | 'no trigger'
  /** Advice, a question or a matter of style. */
  | 'vague'
  /** A finder was not sure enough of it to name it alone. */
  | 'unsure'
  | 'said twice'
  /** More than a call, a file or a review may have. */
  | 'over the limit'
  /** The second pass did not confirm it. */
  | 'not confirmed';

/** Shortest quote that identifies a line, in characters. */
const tellingQuote = 6;

/** Validates and locates a candidate, without its fix. @param shown the files in the prompt */
export function placeCandidate(candidate: Candidate, shown: readonly PromptFile[]): PlacedCandidate | DropReason {
  const path = candidate.path.trim().replace(/^\.\//, '');
  const named = (wanted: string): PromptFile | undefined => shown.find(({ name }) => name === wanted);
  // Models add the prefixes of diffs.
  const file = named(path) ?? named(path.replace(/^[ab]\//, ''));
  if (file === undefined) return 'unknown file';
  const category = kebabCase(candidate.category);
  if (!isCategory(category)) return 'unknown category';
  const severity = severities.find(each => each === kebabCase(candidate.severity));
  if (severity === undefined) return 'unknown severity';
  if (isEmpty(candidate.trigger)) return 'no trigger';
  if (isVague(candidate)) return 'vague';
  const place = placeIn(candidate, file);
  if (typeof place === 'string') return place;
  return { candidate, shown: file, category, severity, startLine: place.line, removedLine: place.removedLine };
}

/** `data-loss` for `Data loss` and `data_loss`. */
export function kebabCase(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}

function isCategory(text: string): text is Category {
  return Object.hasOwn(categories, text);
}

function isEmpty(text: string): boolean {
  return text.trim().length < 8 || /^(?:not applicable|unspecified|to be determined)\W*$/i.test(text.trim());
}

const advice =
  /^\W*(?:consider|verify|ensure|(?:check|confirm) (?:that|if|whether|the|for)|make sure|double[- ]check|please|think about|validate that|it (?:would|might|may) be|you (?:should|could|might|may)|we should|maybe|perhaps|nitpick|nit|suggestion|todo)\b/i;
const style =
  /\b(?:doc ?strings?|jsdoc|unused (?:import|variable|parameter|function)s?|naming|typo in (?:a |the )?(?:comment|doc\w*|message)|readability|magic (?:number|string)s?|type (?:hint|annotation)s?|code style|missing tests?|test coverage|instead of let|best practices?)\b/i;

/** Whether it is only advice to check something. */
export function isVague({ title, body }: Pick<Candidate, 'title' | 'body'>): boolean {
  return title.trim().length < 8 || body.trim() === '' || advice.test(title) || style.test(title);
}

/** A line of the change: a new one, or an old one before which the removed line stood. */
interface Place {
  readonly line: number;
  readonly removedLine?: string | undefined;
}

/** The candidate's new or removed line: by number and text, else the nearest new line with the text, else a removed one. */
function placeIn({ line, quote }: Candidate, shown: PromptFile): Place | 'not in the file' | 'not a changed line' {
  const { added } = shown.file;
  const { lines, removed } = plainTexts(shown);
  const nearest = (numbers: readonly number[]): number | undefined =>
    [...numbers].sort((a, b) => Math.abs(a - line) - Math.abs(b - line) || a - b)[0];
  const whereRemoved = (before: number, matches: (each: string) => boolean): Place => {
    const index = removed.get(before)?.findIndex(matches) ?? 0;
    return { line: placeOf(shown.lines, before), removedLine: shown.removed.get(before)?.[index] ?? '' };
  };
  let isOld = false;
  for (const wanted of quotedLines(quote)) {
    const isTelling = wanted.length >= tellingQuote;
    const equals = (each: string): boolean => each === wanted;
    const contains = (each: string): boolean => equals(each) || (isTelling && each.includes(wanted));
    if (added.has(line) && contains(lines[line - 1] ?? '')) return { line };
    if (removed.get(line)?.some(contains) === true) return whereRemoved(line, contains);
    for (const matches of isTelling ? [equals, contains] : []) {
      const found = nearest([...added].filter(each => matches(lines[each - 1] ?? '')));
      if (found !== undefined) return { line: found };
      const gone = nearest([...removed].filter(([, texts]) => texts.some(matches)).map(([before]) => before));
      if (gone !== undefined) return whereRemoved(gone, matches);
    }
    isOld ||= lines.some(contains);
  }
  return isOld ? 'not a changed line' : 'not in the file';
}

/** The first meaningful line of the quote: as it is, and without what prompts and models add to lines. */
function quotedLines(quote: string): string[] {
  const isCode = (line: string): boolean => line.trim() !== '' && !/^\s*(?:`{3,}|~{3,})/.test(line);
  const first = (quote.split(/\r?\n/).find(isCode) ?? '').trim().replace(/…$/, '');
  const bare = first.replace(/^\d{1,7} ?[:|]? ?[+-]? |^[+-] ?/, '');
  const unwrapped = bare.replace(/^(`{1,3})(.*)\1$/, '$2').replace(/\.{3}$/, '');
  return [...new Set([first, bare, unwrapped].map(plain))].filter(each => each !== '');
}

interface PlainTexts {
  readonly lines: readonly string[];
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

const plainTextsOf = new WeakMap<PromptFile, PlainTexts>();

function plainTexts(shown: PromptFile): PlainTexts {
  const known = plainTextsOf.get(shown) ?? {
    lines: shown.lines.map(plain),
    removed: new Map([...shown.removed].map(([before, texts]) => [before, texts.map(plain)])),
  };
  plainTextsOf.set(shown, known);
  return known;
}

/** Removes what models change when they copy: white space and the composition of letters. */
function plain(line: string): string {
  return line.normalize('NFC').replace(/\s+/g, ' ').trim();
}
