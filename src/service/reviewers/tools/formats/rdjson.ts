import { isObject } from '../../../../api/decode/aliases.ts';
import { toInteger, toList, toObject, parseJson, toText } from './json.ts';
import type { PathContext, ToolDiagnostic, ToolOutput } from './toolDiagnostic.ts';
import { repositoryPath } from './repositoryPath.ts';
import type { ColumnUnit, ToolRange } from './textPositions.ts';
import { ToolFailure } from '../toolFailure.ts';

const mostDiagnostics = 20_000;
const mostSuggestions = 51;

/** By name and by number: the format's schema has both. */
const severities = new Map<unknown, ToolDiagnostic['severity']>([
  ['ERROR', 'high'],
  [1, 'high'],
  ['WARNING', 'medium'],
  [2, 'medium'],
  ['INFO', 'low'],
  [3, 'low'],
]);

/** The format counts bytes; these count characters all the same (Biome 2.6, ruff 0.16). */
const countCharacters = /^(?:biome|ruff)$/i;

/** Parses a document in the Reviewdog Diagnostic Format. @throws ToolFailure */
export function parseRdjson(text: string, where: PathContext): ToolOutput {
  const document = parseJson(text);
  if (!isObject(document) || !Array.isArray(document['diagnostics']))
    throw new ToolFailure('it wrote JSON that is not rdjson');
  const source = toText(toObject(document['source'])['name']);
  const diagnostics = document['diagnostics'] as readonly unknown[];
  return outputOf(diagnostics, source, severities.get(wordOf(document['severity'])), where);
}

/** Parses rdjsonl: one diagnostic on each line. @throws ToolFailure */
export function parseRdjsonl(text: string, where: PathContext): ToolOutput {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const diagnostics = lines.slice(0, mostDiagnostics + 1).map(parseJson);
  const [first] = diagnostics;
  return outputOf(diagnostics, toText(toObject(toObject(first)['source'])['name']), undefined, where);
}

function outputOf(
  diagnostics: readonly unknown[],
  source: string | undefined,
  severity: ToolDiagnostic['severity'] | undefined,
  where: PathContext,
): ToolOutput {
  const unit: ColumnUnit = source !== undefined && countCharacters.test(source) ? 'codePoints' : 'bytes';
  const taken = diagnostics.slice(0, mostDiagnostics);
  if (taken.some(each => typeof toObject(each)['message'] !== 'string'))
    throw new ToolFailure('it wrote a diagnostic without a message');
  const errors =
    diagnostics.length > mostDiagnostics ? [`only its first ${mostDiagnostics} diagnostics were read`] : [];
  return {
    diagnostics: taken.map(each => diagnosticOf(toObject(each), severity, where)),
    unit,
    results: taken.length,
    warnings: [],
    errors,
  };
}

function diagnosticOf(
  diagnostic: Readonly<Record<string, unknown>>,
  severity: ToolDiagnostic['severity'] | undefined,
  { folders }: PathContext,
): ToolDiagnostic {
  const location = toObject(diagnostic['location']);
  const code = toObject(diagnostic['code']);
  return {
    path: repositoryPath(toText(location['path']) ?? '', folders),
    // Without a range, the diagnostic is about the file.
    place: placeOf(location['range']) ?? { startLine: 1 },
    rule: toText(code['value']),
    ruleUrl: toText(code['url']),
    severity: severities.get(wordOf(diagnostic['severity'])) ?? severity ?? 'medium',
    message: toText(diagnostic['message']) ?? '',
    edits: editsOf(diagnostic['suggestions']),
  };
}

function wordOf(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/** With a start only, the range is empty, or the whole line if there is no column. */
function placeOf(range: unknown): ToolRange | undefined {
  const { start, end } = toObject(range);
  const startLine = toInteger(toObject(start)['line'], 1);
  if (startLine === undefined) return undefined;
  const startColumn = toInteger(toObject(start)['column'], 1);
  const endLine = toInteger(toObject(end)['line'], 1);
  const endColumn = toInteger(toObject(end)['column'], 1);
  return isObject(end)
    ? { startLine, startColumn, endLine, endColumn }
    : { startLine, startColumn, endColumn: startColumn };
}

/**
 * The format does not say whether several suggestions are alternatives or one fix. Overlapping ones are alternatives,
 * of which the first is used; others are the edits of one fix.
 */
function editsOf(suggestions: unknown): ToolDiagnostic['edits'] {
  const edits: { place: ToolRange; text: string }[] = [];
  for (const each of toList(suggestions, mostSuggestions)) {
    const { range, text } = toObject(each);
    const place = placeOf(range);
    if (place === undefined || (text !== undefined && typeof text !== 'string')) return undefined;
    edits.push(wholeLines(place, text ?? ''));
  }
  const [first] = edits;
  const isChoice = edits.some((edit, index) => edits.slice(0, index).some(other => overlap(edit.place, other.place)));
  return isChoice && first !== undefined ? [first] : edits;
}

/** Without columns, whole lines are replaced or deleted. */
function wholeLines(place: ToolRange, text: string): { place: ToolRange; text: string } {
  const { startLine, startColumn, endLine = startLine, endColumn } = place;
  if (startColumn !== undefined || endColumn !== undefined) return { place, text };
  if (text === '') return { place: { startLine, startColumn: 1, endLine: endLine + 1, endColumn: 1 }, text };
  return { place: { startLine, endLine }, text: text.replace(/\r?\n$/, '') };
}

function overlap(a: ToolRange, b: ToolRange): boolean {
  const isBefore = (one: ToolRange, other: ToolRange): boolean => {
    const line = one.endLine ?? one.startLine;
    if (line !== other.startLine) return line < other.startLine;
    return (one.endColumn ?? Number.MAX_SAFE_INTEGER) <= (other.startColumn ?? 1);
  };
  return !isBefore(a, b) && !isBefore(b, a);
}
