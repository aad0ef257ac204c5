import { languageOf } from './fileKind.ts';

/** Comments and texts, of which only those over several lines matter. */
const notCode = {
  script:
    /\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|`(?:\\[^]|[^\\`])*(?:`|$)|"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?/g,
  python: /#[^\r\n]*|("""|''')(?:\\[^]|(?!\1)[^\\])*(?:\1|$)|"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?/g,
};

const component = /\.(?:vue|svelte)$/i;
/** What is not in a script of a component. */
const markup = /(?:^|<\/script\b[^>]{0,1000}>)[^]*?(?:<script\b[^>]{0,1000}>|$)/gi;

/** Comments that suppress findings in all that follows. */
const ofFile =
  /\b(?:eslint|oxlint)-disable(?!-)|\bbiome-ignore-(?:all|start)\b|@ts-nocheck\b|\b(?:ruff|flake8)[ \t]*:[ \t]*(?:noqa|disable)\b|\bpylint[ \t]*:[ \t]*(?:disable|skip-file)\b/;
/** Comments that suppress findings in the next line. */
const ofNextLine =
  /\b(?:eslint|oxlint)-disable-next-line\b|\bbiome-ignore\b|@ts-(?:expect-error|ignore)\b|\bnoinspection\b/;

/** How analysers read a line: as code, as part of a text or comment over several lines, or as code without findings. */
export type LineState = 'code' | 'text' | 'suppressed';

/** The state of each line of a file. */
export function lineStates(path: string, text: string): LineState[] {
  const lines = text.split('\n');
  const language = languageOf(path);
  const states = lines.map((): LineState => 'code');
  if (language === undefined) return states;
  const isSuppressed = ofFile.test(text);
  for (const index of lines.keys())
    if (isSuppressed || ofNextLine.test(lines[index - 1] ?? '')) states[index] = 'suppressed';
  const code = component.test(path) ? text.replace(markup, part => part.replace(/[^\n]/g, ' ')) : text;
  if (code !== text)
    for (const [index, line] of code.split('\n').entries()) if (line.trim() === '') states[index] = 'text';
  let [line, at] = [0, 0];
  for (const { 0: part, index } of code.matchAll(notCode[language])) {
    if (!part.includes('\n')) continue;
    const first = line + lineFeedsIn(code.slice(at, index));
    [line, at] = [first + lineFeedsIn(part), index + part.length];
    states.fill('text', first + 1, line + 1);
  }
  return states;
}

/** The lines of a file that are in a text or comment over several lines. */
export function textLines(path: string, text: string): string {
  const states = lineStates(path, text);
  const isOfText = (_: string, index: number): boolean => states[index] === 'text';
  return text.split('\n').filter(isOfText).join('\n').replaceAll('\r', '');
}

function lineFeedsIn(text: string): number {
  return text.split('\n').length - 1;
}
