import type { ToolFormat } from '../../../core/toolSetting.ts';
import { parseRdjson, parseRdjsonl } from './rdjson.ts';
import type { OutputPlace, ToolOutput } from './remark.ts';
import { parseSarif } from './sarif.ts';
import { ToolFailure } from './toolFailure.ts';
import type { Written } from './toolRun.ts';

/**
 * Reads what a tool wrote. A tool that says by its exit code that it found something, and then names nothing, failed in
 * a way that looks like a clean review; so does one all of whose findings are in files that are not here.
 * @throws ToolFailure
 */
export function readOutput(format: ToolFormat, { text, code }: Written, where: OutputPlace): readonly ToolOutput[] {
  const outputs = parse(format, text, where);
  const results = outputs.reduce((sum, each) => sum + each.results, 0);
  if (code !== 0 && results === 0) throw new ToolFailure(`it ended with code ${code} and named no finding`);
  const remarks = outputs.flatMap(each => each.remarks);
  if (remarks.length > 0 && remarks.every(({ path }) => path === undefined))
    throw new ToolFailure('all that it found is in files outside the repository');
  return outputs;
}

function parse(format: ToolFormat, text: string, where: OutputPlace): readonly ToolOutput[] {
  switch (format) {
    case 'sarif':
      return parseSarif(text, where);
    case 'rdjson':
      return [parseRdjson(text, where)];
    case 'rdjsonl':
      return [parseRdjsonl(text, where)];
  }
}
