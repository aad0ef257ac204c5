import { plainLine } from '../../../../core/base/text.ts';
import type { ToolFormat } from '../../../../core/protocol/toolSetting.ts';
import { parseMypyText } from './compilers/mypyText.ts';
import { parsePyright } from './compilers/pyright.ts';
import { parseRdjson, parseRdjsonl } from './rdjson.ts';
import type { PathContext, ToolDiagnostic, ToolOutput } from './toolDiagnostic.ts';
import { parseSarif } from './sarif.ts';
import { parseTypescriptText } from './compilers/typescriptText.ts';
import { withoutFolders } from './withoutFolders.ts';
import { ToolFailure } from '../toolFailure.ts';
import { describeExit, type ToolRunOutput } from '../run/runTool.ts';

/**
 * Parses the output of a tool. It is a failure, not a clean review, if the exit code announces findings and there are
 * none, or if all findings are in files that do not exist.
 * @throws ToolFailure
 */
export function readOutput(format: ToolFormat, written: ToolRunOutput, where: PathContext): readonly ToolOutput[] {
  const outputs = parseWritten(format, written, where);
  const results = outputs.reduce((sum, each) => sum + each.results, 0);
  const { code, errors } = written;
  if (code !== 0 && results === 0) throw new ToolFailure(`it ${describeExit(code, errors)} and named no finding`);
  refuseStrangers(
    outputs.flatMap(each => each.diagnostics),
    where,
  );
  return outputs.map(each => withoutFolders(each, where.folders));
}

/** Fails if no path exists: paths relative to another folder, such as a subproject, would all be dropped. */
function refuseStrangers(diagnostics: readonly ToolDiagnostic[], { isThere }: PathContext): void {
  const shown = diagnostics.filter(({ suppression }) => suppression === undefined);
  const named = shown.flatMap(({ path }) => path ?? []);
  if (shown.length === 0 || named.some(isThere)) return;
  const where = named[0] === undefined ? 'outside the repository' : `that are not here (${plainLine(named[0], 100)})`;
  throw new ToolFailure(`all that it found is in files ${where}`);
}

/** Adds how the program ended: the output of a crash is not in the format. */
function parseWritten(
  format: ToolFormat,
  { text, code, errors }: ToolRunOutput,
  where: PathContext,
): readonly ToolOutput[] {
  try {
    return parse(format, text, code, where);
  } catch (error) {
    if (!(error instanceof ToolFailure) || code === 0 || errors.trim() === '') throw error;
    throw new ToolFailure(`${error.message}, and ${describeExit(code, errors)}`, error);
  }
}

function parse(format: ToolFormat, text: string, code: number, where: PathContext): readonly ToolOutput[] {
  switch (format) {
    case 'sarif':
      return parseSarif(text, where);
    case 'rdjson':
      return [parseRdjson(text, where)];
    case 'rdjsonl':
      return [parseRdjsonl(text, where)];
    case 'tsc':
      return [parseTypescriptText(text, where)];
    case 'mypy':
      return [parseMypyText(text, code, where)];
    case 'pyright':
      return [parsePyright(text, where)];
  }
}
