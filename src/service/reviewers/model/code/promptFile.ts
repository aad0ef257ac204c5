import type { DiffFile } from '../../../engine/diff/diffFile.ts';
import { redactSecrets } from './redactSecrets.ts';

/** A file as it is shown to the model. */
export interface PromptFile {
  readonly file: DiffFile;
  /** The path, with hidden characters made visible. */
  readonly name: string;
  /** The file's lines without secrets and with hidden characters made visible. */
  readonly lines: readonly string[];
  /** Removed lines by the number of the line that they stood before, which may be one more than there are. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

/** Prepares a file for the prompt: redacts secrets, and escapes invisible characters. */
export function toPromptFile(file: DiffFile): PromptFile {
  const { removed = new Map<number, readonly string[]>() } = file;
  const clean = redactSecrets(file.path, file.text);
  // Search all lines together, since a secret may span several.
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

/** Whether a line has more than white space. */
export function isNotBlank(line: string): boolean {
  return line.trim() !== '';
}

// Control characters except the tab, and characters that reorder or hide text.
const hidden =
  /(?!\t)[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Replaces the invisible characters of a line by their code points. */
export function escapeLine(line: string): string {
  return line.replace(hidden, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Quotes untrusted text in lines that begin with `| `, so that it cannot be taken for a part of the prompt. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map(line => `| ${escapeLine(line)}`)
    .join('\n');
}
