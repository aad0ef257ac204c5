import { newLinesIn, type DiffFile } from '../engine/diffFile.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../engine/reviewer.ts';
import { isTestData } from './testData.ts';

const marker = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
const firstMarker = /^<{7}(?: |$)/;
const fence = /^[ \t]*(?:```|~~~)/;
// The compiler tells a marker from a text that holds one.
const compiled = /\.(?:[cm]?[jt]s|[jt]sx)$/;
// Characters that change the order in which text is shown, and those that are not shown at all; but for those in words
// of scripts that write with them.
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;
const hidden =
  /[\u202a-\u202e\u2066-\u2069]|(?<!(?!\p{Script=Latin})[\p{L}\p{M}])[\u200b\u2060\ufeff\u00ad](?!(?!\p{Script=Latin})[\p{L}\p{M}])/gu;
const joiners = /\.(?:md|mdx|txt|po|json|xml|html|csv|ftl|strings|arb)$/i;

/** What must not be in any file: what a merge left behind, and characters that hide what the code does. */
export const hygieneReviewer: Reviewer = {
  id: 'hygiene',
  readsEverything: true,
  review: diff => {
    const findings = diff.files.flatMap(file => newLinesIn(file).flatMap(line => findingsIn(file, line)));
    return Promise.resolve({
      status: 'ok',
      findings,
      files: diff.files.length,
      read: diff.files.map(({ path }) => path),
    });
  },
};

function findingsIn(file: DiffFile, line: number): ReviewerFinding[] {
  const text = file.lines[line - 1] ?? '';
  if (marker.test(text) && !compiled.test(file.path)) {
    if (isTestData(file) || isRepeated(file, line) || isShownInText(file, line)) return [];
    return [
      {
        file,
        range: { startLine: line, startColumn: 1, endLine: line, endColumn: text.length + 1 },
        rule: 'hygiene/conflict-marker',
        severity: 'critical',
        category: 'bug',
        title: 'A conflict marker of a merge was committed.',
        body: 'Choose what is to stay, and remove the lines of the markers.',
      },
    ];
  }
  if (joiners.test(file.path)) return [];
  // Tests need the others, to see what becomes of them.
  const found = [...text.matchAll(isTestPath(file.path) ? reordering : hidden)].filter(
    ({ index }) => !(line === 1 && index === 0),
  );
  const [first] = found;
  if (first === undefined) return [];
  const start = offsetOf(file, line);
  const isInText = /['"`]/.test(text.slice(0, first.index));
  const points = [
    ...new Set(found.map(([character]) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)),
  ];
  return [
    {
      file,
      range: { startLine: line, startColumn: first.index + 1, endLine: line, endColumn: first.index + 2 },
      rule: 'hygiene/hidden-character',
      severity: 'high',
      category: 'security',
      title: `The line holds characters that are not shown (${points.join(', ')}).`,
      body: 'Such characters can make code look different from what it does. Write them as escapes where they are needed.',
      // A text may need them.
      fix: isInText
        ? undefined
        : found.map(({ index }) => ({ start: start + index, end: start + index + 1, text: '' })),
    },
  ];
}

/** Whether the conflict has been told of where it begins. */
function isRepeated({ lines }: DiffFile, line: number): boolean {
  return !firstMarker.test(lines[line - 1] ?? '') && lines.some(each => firstMarker.test(each));
}

/** Whether the line is in a block of code of a document, which tells of conflicts. */
function isShownInText({ path, lines }: DiffFile, line: number): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path) && lines.slice(0, line).filter(each => fence.test(each)).length % 2 === 1;
}

function offsetOf({ text }: DiffFile, line: number): number {
  let offset = 0;
  for (let each = 1; each < line; each++) offset = text.indexOf('\n', offset) + 1;
  return offset;
}
