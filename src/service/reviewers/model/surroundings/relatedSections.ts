import { numbered } from '../code/hunks.ts';
import { enclosingBlock, headLine, type LineRange } from '../code/enclosingBlock.ts';
import type { PromptFile } from '../code/promptFile.ts';
import type { RelatedCode, RelatedPlace, Relation } from './relatedCode.ts';

/** A part of another file, as a section of a prompt. */
export interface RelatedSection {
  readonly relation: Relation;
  readonly path: string;
  readonly text: string;
}

const headings: Readonly<Record<Relation, string>> = {
  definition: 'Definition of',
  use: 'Use of',
  test: 'Test of',
  sibling: 'Another definition of',
};
/** Longest block that is shown whole, and how much of a longer one, in lines. */
const longestBlock = 40;
const mostOfLonger = 16;
const aroundUse = 3;

/**
 * The sections that help to read some files of a change, in order of priority.
 * @param names of the files
 * @param isShown whether a line is shown already, by the path of its file
 */
export function relatedSections(
  { places, files }: RelatedCode,
  names: ReadonlySet<string>,
  isShown: (path: string, line: number) => boolean,
): RelatedSection[] {
  const said = new Map<string, LineRange[]>();
  return places.flatMap((place): RelatedSection[] => {
    const file = files.get(place.path);
    if (file === undefined || !names.has(place.of) || isShown(place.path, place.line)) return [];
    const ranges = said.get(place.path) ?? [];
    if (ranges.some(({ start, end }) => place.line >= start && place.line <= end)) return [];
    const range = rangeOf(file, place);
    said.set(place.path, [...ranges, range]);
    return [{ relation: place.relation, path: place.path, text: textOf(file, place, range) }];
  });
}

function rangeOf({ lines }: PromptFile, { line, relation }: RelatedPlace): LineRange {
  if (relation === 'use')
    return { start: Math.max(1, line - aroundUse), end: Math.min(lines.length, line + aroundUse) };
  const block = enclosingBlock(lines, line) ?? { start: line, end: line };
  const isOwn = relation === 'test' || headLine(lines, block) === line;
  const { start, end } = isOwn ? block : { start: line, end: Math.min(lines.length, line + aroundUse) };
  if (end - start < longestBlock) return { start, end };
  const from = relation === 'test' ? Math.max(start, line - mostOfLonger / 2) : start;
  return { start: from, end: Math.min(end, from + mostOfLonger) };
}

function textOf(
  { name: path, lines }: PromptFile,
  { relation, name }: RelatedPlace,
  { start, end }: LineRange,
): string {
  const code = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  const body = code.map(line => numbered(line, ' ', lines[line - 1] ?? ''));
  return [`${headings[relation]} ${name}, in ${path}:`, ...body].join('\n');
}
