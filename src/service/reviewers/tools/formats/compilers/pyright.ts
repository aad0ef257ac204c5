import { ToolFailure } from '../../toolFailure.ts';
import { parseJson, toInteger, toList, toObject, toText } from '../json.ts';
import { repositoryPath } from '../repositoryPath.ts';
import type { PathContext, ToolDiagnostic, ToolOutput } from '../toolDiagnostic.ts';

const mostDiagnostics = 20_000;
const severities: Readonly<Record<string, ToolDiagnostic['severity']>> = {
  error: 'high',
  warning: 'medium',
  information: 'low',
};

/** Parses what `pyright --outputjson` writes. Its lines and columns begin at 0. @throws ToolFailure */
export function parsePyright(text: string, { folders }: PathContext): ToolOutput {
  const document = toObject(parseJson(text));
  const found = document['generalDiagnostics'];
  if (!Array.isArray(found)) throw new ToolFailure('it wrote JSON that is not of pyright');
  // It succeeds all the same where its settings include no file.
  if (toObject(document['summary'])['filesAnalyzed'] === 0) throw new ToolFailure('it found no file to analyse');
  return {
    diagnostics: toList(found, mostDiagnostics).map(each => diagnosticOf(toObject(each), folders)),
    unit: 'utf16',
    results: found.length,
    warnings: [],
    errors: found.length > mostDiagnostics ? [`only its first ${mostDiagnostics} diagnostics were read`] : [],
  };
}

function diagnosticOf(diagnostic: Readonly<Record<string, unknown>>, folders: readonly string[]): ToolDiagnostic {
  const { start, end } = toObject(diagnostic['range']);
  const from = (place: unknown, key: string): number | undefined => {
    const number = toInteger(toObject(place)[key]);
    return number === undefined ? undefined : number + 1;
  };
  return {
    path: repositoryPath(toText(diagnostic['file']) ?? '', folders),
    place: {
      startLine: from(start, 'line') ?? 1,
      startColumn: from(start, 'character'),
      endLine: from(end, 'line'),
      endColumn: from(end, 'character'),
    },
    rule: toText(diagnostic['rule']),
    severity: severities[toText(diagnostic['severity']) ?? ''] ?? 'medium',
    message: toText(diagnostic['message']) ?? '',
  };
}
