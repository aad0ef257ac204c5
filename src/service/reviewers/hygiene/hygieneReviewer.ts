import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { listFirst } from '../../engine/result/listFirst.ts';
import { lineStarts } from '../../engine/diff/textPosition.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { conflictsIn } from './conflicts.ts';
import { hiddenCharacters, isAttack, type HiddenCharacter } from './hiddenCharacters.ts';
import { hiddenInName } from './hiddenInName.ts';
import { hiddenLineBreaksIn } from './hiddenLineBreaks.ts';
import { lookalikesIn } from './lookalikes.ts';
import { outOfSightIn } from './outOfSight.ts';
import { partAt, partsOf, type Part } from './parts.ts';
import { isControl, isTypography } from './isTypography.ts';

/** Finds merge conflict markers, invisible characters and code that is out of sight, in every kind of file. */
export const hygieneReviewer: Reviewer = {
  id: 'hygiene',
  readsEverything: true,
  review: diff => {
    const quoted = new Map<string, number>();
    const findings = diff.files.flatMap(file => {
      const conflicts = conflictsIn(file);
      if (conflicts.quoted !== undefined) quoted.set(file.path, conflicts.quoted);
      return [
        ...conflicts.findings,
        ...hiddenInName(file),
        ...hiddenIn(file),
        ...hiddenLineBreaksIn(file),
        ...lookalikesIn(file),
        ...outOfSightIn(file),
      ];
    });
    return Promise.resolve({
      status: 'ok',
      findings,
      files: diff.files.length,
      // What is said beside the findings is said again only by who reads again.
      read: diff.files.map(({ path }) => path).filter(path => !quoted.has(path)),
      ...(quoted.size > 0 && {
        reason: `leave out conflicts that files seem to quote: ${listFirst([...quoted].map(each => each.join(':')))}`,
      }),
    });
  },
};

function hiddenIn(file: DiffFile): ReviewerFinding[] {
  const { text, lines } = file;
  const find = hiddenCharacters(file);
  if (find === undefined) return [];
  const starts = lineStarts(text);
  let parts: readonly Part[] | undefined;
  const partOf = (offset: number): Part | undefined => partAt((parts ??= partsOf(file)), offset);
  const foundIn = newLinesIn(file).map(line => {
    const found = find(lines[line - 1] ?? '', starts[line - 1]).filter(
      ({ index, point }) => !(line === 1 && index === 0 && point === byteOrderMark),
    );
    return { line, found, inRuns: inRuns(found) };
  });
  const total = (some: readonly HiddenCharacter[]): number => some.reduce((sum, { length }) => sum + length, 0);
  const isMany = foundIn.reduce((sum, { found }) => sum + total(found), 0) > mostRead;
  const isPayload = foundIn.reduce((sum, each) => sum + total([...each.inRuns]), 0) >= leastPayload;
  const newLines = foundIn.map(({ line, found, inRuns: runs }) => {
    const start = starts[line - 1] ?? 0;
    // For each of them, all that stands before it in the line is looked at.
    const isRead = (each: HiddenCharacter): boolean =>
      found.length <= mostRead &&
      (isMark(lines[line - 1] ?? '', each) ||
        ((!runs.has(each) || isPair(each, found)) &&
          isTypography(text, partOf(start + each.index), start + each.index, each.length)));
    const told = found.filter(each => !isRead(each));
    // Whatever is beside it: who hides something could write a table around it.
    const isSure =
      found.some(({ point }) => isAttack(point)) ||
      told.some(({ index }) => isControl((lines[line - 1] ?? '').charAt(index))) ||
      (isPayload && runs.size > 0);
    return { line, found: isSure || file.isExcluded === true || isMany ? found : told, isSure };
  });
  const isTable = newLines.filter(({ found, isSure }) => found.length > 0 && !isSure).length > mostStray;
  const isNew = new Set(newLinesIn(file));
  const old = [...lines.filter((_, index) => !isNew.has(index + 1)), ...[...(file.removed?.values() ?? [])].flat()];
  const wasTable = isTable && old.some(line => find(line).length > 0);
  return newLines.flatMap(({ line, found, isSure }): ReviewerFinding[] => {
    const [first] = found;
    if (first === undefined || (!isSure && wasTable)) return [];
    const isOfTable = !isSure && (isTable || kindsOf(found) > mostKinds);
    const start = starts[line - 1] ?? 0;
    const isInText = partOf(start + first.index)?.kind === 'text';
    // A test may be about them.
    const isMild = isInText && isTestPath(file.path);
    const isHarmless = found.every(isInert);
    const hasNul = found.some(({ point }) => point === 0);
    const isLow = isMild || !isSure || isNamedIn(text) || isHarmless;
    const points = [...new Set(found.map(({ point }) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`))];
    const shown = points.length > mostShown ? [...points.slice(0, mostShown), '…'] : points;
    return [
      {
        file,
        range: {
          startLine: line,
          startColumn: first.index + 1,
          endLine: line,
          endColumn: first.index + 1 + first.length,
        },
        rule: 'hygiene/hidden-character',
        severity: isLow ? 'low' : 'high',
        category: 'security',
        title: `The line contains invisible characters (${shown.join(', ')}), ${isMild ? 'which a test may need' : hasNul ? 'so git shows no changes of the file' : 'so it may not say what it seems to'}.`,
        body: hasNul
          ? 'For git a file with U+0000 is no text, so it shows no lines of its changes. Write the character as an escape if it is needed.'
          : 'Such characters can make code look different from what it does. Write them as escapes if they are needed.',
        // Text may need them.
        fix: isInText
          ? undefined
          : found.map(({ index, length }) => ({ start: start + index, end: start + index + length, text: '' })),
        // Nobody reads built code or a table of characters line by line, and separators stand below each other.
        ...((file.isExcluded === true || isOfTable || isHarmless) && { isFoldedInFile: true as const }),
      },
    ];
  });
}

/** Whether a character is one of control that no terminal acts on, as broken text has it: it hides nothing. */
function isInert({ point }: HiddenCharacter): boolean {
  return point <= 0x06 || (point >= 0x10 && point <= 0x1f && point !== 0x1b);
}

function kindsOf(found: readonly { readonly point: number }[]): number {
  return new Set(found.map(({ point }) => point)).size;
}

const byteOrderMark = 0xfeff;
const mostShown = 8;
/** With more lines that have such characters, or more kinds on one line, a file or a line is a table of them. */
const mostStray = 3;
const mostKinds = 3;
/** Of more in the new lines of a file, in UTF-16 code units, none is looked at for the words around it. */
const mostRead = 32;
/** As many in a row, all rows of a file taken together, hold a word for a program. */
const leastPayload = 16;

/** Whether a character and the same once more are all that stand beside each other, as text editors leave them. */
function isPair({ index, length, point }: HiddenCharacter, found: readonly HiddenCharacter[]): boolean {
  const beside = (from: number): HiddenCharacter | undefined => found.find(each => each.index + each.length === from);
  const before = beside(index);
  const after = found.find(each => each.index === index + length);
  const first = before ?? { index, length, point };
  const second = before === undefined ? after : { index, length, point };
  if (second === undefined || first.point !== second.point || length > String.fromCodePoint(point).length) return false;
  return beside(first.index) === undefined && !found.some(each => each.index === second.index + second.length);
}

/** Whether a character is the mark that a file begins with, at the beginning of the text for one. */
function isMark(line: string, { index, point }: HiddenCharacter): boolean {
  return point === byteOrderMark && /['"`]$/.test(line.slice(0, index));
}

/** The end of a direction, and the marks of which one stands behind it where a name was copied from a list in several languages. */
const endOfDirection = 0x202c;
const marks = new Set([0x200e, 0x200f]);

/** The characters that stand beside each other: nothing that is typeset needs two, but for an end with its mark. */
function inRuns(found: readonly HiddenCharacter[]): ReadonlySet<HiddenCharacter> {
  const ends = new Set(found.map(({ index, length }) => index + length));
  const points = new Map(found.map(({ index, point }) => [index, point]));
  const isEndWithMark = (index: number): boolean =>
    points.get(index) === endOfDirection &&
    marks.has(points.get(index + 1) ?? 0) &&
    !ends.has(index) &&
    !points.has(index + 2);
  const isInRun = ({ index, length, point }: HiddenCharacter): boolean =>
    length > String.fromCodePoint(point).length || ends.has(index) || points.has(index + length);
  return new Set(found.filter(each => isInRun(each) && !isEndWithMark(each.index) && !isEndWithMark(each.index - 1)));
}

/** Whether a text names characters that turn text around, as one that looks for them does: its own may be an example. */
function isNamedIn(text: string): boolean {
  return /\\u(?:202[a-e]|206[6-9])|\\N\{(?:RIGHT|LEFT)-TO-(?:RIGHT|LEFT) /i.test(text);
}
