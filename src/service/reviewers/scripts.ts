import { posix } from 'node:path';
import type { DiffFile } from '../engine/diff/diffFile.ts';

/** A file of which only the scripts are left. */
export interface ScriptFile {
  /** The same file; all text outside its scripts is blanked out, so that lines and offsets stay. */
  readonly file: DiffFile;
  /** The file with all of its text. */
  readonly whole: DiffFile;
  /** The extension that the scripts would have in a file of their own, such as `.ts`. */
  readonly extension: string;
  /** Number of scripts in a component of Vue or Svelte; undefined for a script on its own. */
  readonly ofComponent?: number;
}

const component = /\.(?:vue|svelte)$/i;
// Those of the component stand at the beginning of a line; others are content of its page.
const opening = /^<script((?:\s(?:[^>"']|"[^"\n]{0,200}"|'[^'\n]{0,200}'){0,200})?)>/gim;
const closing = /<\/script\s{0,9}>/gi;
const languages: Readonly<Record<string, string>> = { ts: '.ts', typescript: '.ts', tsx: '.tsx', jsx: '.jsx' };
const isCode = /^(?:module|text\/(?:javascript|babel|typescript)|ts|)$/i;

/** The scripts in a file: all of it, or those of a component; undefined if it has none that are read. */
export function scriptsIn(file: DiffFile): ScriptFile | undefined {
  if (!component.test(file.path)) return { file, whole: file, extension: posix.extname(file.path).toLowerCase() };
  let [text, at, count] = ['', 0, 0];
  let extension = '.js';
  for (const { 0: tag, 1: attributes = '', index } of file.text.matchAll(opening)) {
    const from = index + tag.length;
    if (index < at) continue;
    closing.lastIndex = from;
    const to = closing.exec(file.text)?.index;
    if (to === undefined) break;
    const language = attribute(attributes, 'lang').toLowerCase();
    const known = language === '' || /^(?:js|javascript)$/.test(language) ? '.js' : languages[language];
    const code = file.text.slice(from, to);
    if (known === undefined || code.trim() === '' || !isCode.test(attribute(attributes, 'type'))) continue;
    text += blank(file.text.slice(at, from)) + code;
    at = to;
    count++;
    if (known !== '.js') extension = known;
  }
  if (count === 0) return undefined;
  text += blank(file.text.slice(at));
  return { file: { ...file, text, lines: text.split(/\r?\n/) }, whole: file, extension, ofComponent: count };
}

function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
}

/** Marks of template languages that no code has outside its texts, and what somebody is to put in: `<PASTE_TOKEN_HERE>`. */
const templateMark =
  /<%|%>|\{%|%\}|\{\{[^{}\r\n]*\}\}|<\s?(?:[A-Z][A-Z\d]*(?:[_ -][A-Z\d]+)+|(?:your|paste|insert|enter)[_ -][\w -]{1,60})\s?>/;

/**
 * Whether a file that does not parse is a template of one: where its first error is, there is a mark of a template
 * language.
 * @param line of the first error, from 1
 */
export function isTemplate({ lines }: DiffFile, line: number): boolean {
  return lines.slice(Math.max(0, line - 2), line).some(text => templateMark.test(text));
}
