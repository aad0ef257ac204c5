import type { DiffFile } from '../../../engine/diff/diffFile.ts';
import { redactSecrets } from './redactSecrets.ts';

/** A file as the model sees it. */
export interface PromptFile {
  readonly file: DiffFile;
  /** The path, with hidden characters made visible. */
  readonly name: string;
  /** The file's lines without secrets and with hidden characters made visible. */
  readonly lines: readonly string[];
  /** The lines that the change took away, by the number of the line that they stood in front of. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

/** Makes a file fit to be shown. */
export function toPromptFile(file: DiffFile): PromptFile {
  const { removed = new Map<number, readonly string[]>() } = file;
  const clean = redactSecrets(file.path, file.text);
  // Each line by itself would hide a secret of several lines from who looks for it.
  const places = [...removed].flatMap(([line, texts]) => texts.map(() => line));
  const gone = redactSecrets(file.path, [...removed.values()].flat().join('\n'));
  const shownRemoved = new Map<number, string[]>();
  for (const [index, text] of (places.length === 0 ? [] : gone.split('\n')).entries()) {
    const line = places[index] ?? 0;
    const before = shownRemoved.get(line);
    if (before === undefined) shownRemoved.set(line, [escapeLine(text)]);
    else before.push(escapeLine(text));
  }
  return { file, name: escapeLine(file.path), lines: clean.split(/\r?\n/).map(escapeLine), removed: shownRemoved };
}

// Control characters but the tab, and those that reorder or hide text: a person who looks at the code does not see them.
const hidden =
  /(?!\t)[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** One line of text with every hidden character written as its code point. */
export function escapeLine(line: string): string {
  return line.replace(hidden, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Foreign text as lines that begin with `| `, so that nothing in it can be taken for a part of the prompt. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map(line => `| ${escapeLine(line)}`)
    .join('\n');
}
