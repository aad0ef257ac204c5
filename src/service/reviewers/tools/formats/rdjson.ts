import { isObject } from '../../../../api/decode/aliases.ts';
import { countIn, listIn, objectIn, parseJson, textIn } from './json.ts';
import type { OutputPlace, ToolDiagnostic, ToolOutput } from './toolDiagnostic.ts';
import { repositoryPath } from './repositoryPath.ts';
import type { ColumnUnit, Place } from './textPositions.ts';
import { ToolFailure } from '../toolFailure.ts';

const mostDiagnostics = 20_000;
const mostSuggestions = 51;

/** By name and by number, as the format's schema has both. */
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
export function parseRdjson(text: string, where: OutputPlace): ToolOutput {
  const document = parseJson(text);
  if (!isObject(document) || !Array.isArray(document['diagnostics']))
    throw new ToolFailure('it wrote JSON that is not rdjson');
  const source = textIn(objectIn(document['source'])['name']);
  const diagnostics = document['diagnostics'] as readonly unknown[];
  return outputOf(diagnostics, source, severities.get(wordOf(document['severity'])), where);
}

/** Parses rdjsonl: one diagnostic on each line. @throws ToolFailure */
export function parseRdjsonl(text: string, where: OutputPlace): ToolOutput {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const diagnostics = lines.slice(0, mostDiagnostics + 1).map(parseJson);
  const [first] = diagnostics;
  return outputOf(diagnostics, textIn(objectIn(objectIn(first)['source'])['name']), undefined, where);
}

function outputOf(
  diagnostics: readonly unknown[],
  source: string | undefined,
  severity: ToolDiagnostic['severity'] | undefined,
  where: OutputPlace,
): ToolOutput {
  const unit: ColumnUnit = source !== undefined && countCharacters.test(source) ? 'codePoints' : 'bytes';
  const taken = diagnostics.slice(0, mostDiagnostics);
  if (taken.some(each => typeof objectIn(each)['message'] !== 'string'))
    throw new ToolFailure('it wrote a diagnostic without a message');
  const errors =
    diagnostics.length > mostDiagnostics ? [`only its first ${mostDiagnostics} diagnostics were read`] : [];
  return {
    diagnostics: taken.map(each => diagnosticOf(objectIn(each), severity, where)),
    unit,
    results: taken.length,
    warnings: [],
    errors,
  };
}

function diagnosticOf(
  diagnostic: Readonly<Record<string, unknown>>,
  severity: ToolDiagnostic['severity'] | undefined,
  { folders }: OutputPlace,
): ToolDiagnostic {
  const location = objectIn(diagnostic['location']);
  const code = objectIn(diagnostic['code']);
  return {
    path: repositoryPath(textIn(location['path']) ?? '', folders),
    // Without a range it is the file that is meant.
    place: placeOf(location['range']) ?? { startLine: 1 },
    rule: textIn(code['value']),
    ruleUrl: textIn(code['url']),
    severity: severities.get(wordOf(diagnostic['severity'])) ?? severity ?? 'medium',
    message: textIn(diagnostic['message']) ?? '',
    edits: editsOf(diagnostic['suggestions']),
  };
}

function wordOf(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/** Where only the start is given, the place is empty, or the whole line where it has no column. */
function placeOf(range: unknown): Place | undefined {
  const { start, end } = objectIn(range);
  const startLine = countIn(objectIn(start)['line'], 1);
  if (startLine === undefined) return undefined;
  const startColumn = countIn(objectIn(start)['column'], 1);
  const endLine = countIn(objectIn(end)['line'], 1);
  const endColumn = countIn(objectIn(end)['column'], 1);
  return isObject(end)
    ? { startLine, startColumn, endLine, endColumn }
    : { startLine, startColumn, endColumn: startColumn };
}

/**
 * The format does not say whether several suggestions are a choice or go together: those that replace parts of the
 * same text can only be a choice, of which the first is taken; tools write a fix of several edits as the others.
 */
function editsOf(suggestions: unknown): ToolDiagnostic['edits'] {
  const edits: { place: Place; text: string }[] = [];
  for (const each of listIn(suggestions, mostSuggestions)) {
    const { range, text } = objectIn(each);
    const place = placeOf(range);
    if (place === undefined || (text !== undefined && typeof text !== 'string')) return undefined;
    edits.push(wholeLines(place, text ?? ''));
  }
  const [first] = edits;
  const isChoice = edits.some((edit, index) => edits.slice(0, index).some(other => overlap(edit.place, other.place)));
  return isChoice && first !== undefined ? [first] : edits;
}

/** Without columns it is lines that are replaced: by lines, or by nothing at all. */
function wholeLines(place: Place, text: string): { place: Place; text: string } {
  const { startLine, startColumn, endLine = startLine, endColumn } = place;
  if (startColumn !== undefined || endColumn !== undefined) return { place, text };
  if (text === '') return { place: { startLine, startColumn: 1, endLine: endLine + 1, endColumn: 1 }, text };
  return { place: { startLine, endLine }, text: text.replace(/\r?\n$/, '') };
}

function overlap(a: Place, b: Place): boolean {
  const isBefore = (one: Place, other: Place): boolean => {
    const line = one.endLine ?? one.startLine;
    if (line !== other.startLine) return line < other.startLine;
    return (one.endColumn ?? Number.MAX_SAFE_INTEGER) <= (other.startColumn ?? 1);
  };
  return !isBefore(a, b) && !isBefore(b, a);
}
