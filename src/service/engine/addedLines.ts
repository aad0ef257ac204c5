/** The lines that a file gained and lost, as a zero-context diff tells them. */
export interface LineChanges {
  /** New lines by their number in the new file, from 1. */
  readonly added: ReadonlyMap<number, string>;
  /** Old lines by the number of the line in the new file that they stood in front of, without their line break. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

/** Reads the output of `git diff -U0`; by the path of the new file. */
export function parseChanges(patch: string): Map<string, LineChanges> {
  const files = new Map<string, LineChanges>();
  let added = new Map<number, string>();
  let removed = new Map<number, string[]>();
  let before = 0;
  let next = 0;
  let oldLeft = 0;
  let newLeft = 0;
  for (const line of patch.split('\n')) {
    // Inside a hunk a line is content, whatever it looks like.
    if (newLeft > 0 && line.startsWith('+')) {
      added.set(next++, line.slice(1));
      newLeft--;
    } else if (oldLeft > 0 && line.startsWith('-')) {
      const text = line.slice(1).replace(/\r$/, '');
      const others = removed.get(before);
      if (others === undefined) removed.set(before, [text]);
      else others.push(text);
      oldLeft--;
    } else if (line.startsWith('+++ ')) {
      const path = pathOf(line.slice(4));
      added = new Map();
      removed = new Map();
      if (path !== undefined) files.set(path, { added, removed });
    } else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (hunk === null) continue;
      oldLeft = Number(hunk[1] ?? 1);
      next = Number(hunk[2]);
      newLeft = Number(hunk[3] ?? 1);
      // A hunk without new lines names the line that is in front of it.
      before = newLeft === 0 ? next + 1 : next;
    }
  }
  return files;
}

/** `b/src/app.ts`, quoted like a C string where it holds a special character, with a tab behind it where it holds a space. */
function pathOf(text: string): string | undefined {
  const plain = text.startsWith('"') ? unquoted(text) : text.replace(/\t$/, '');
  return plain.startsWith('b/') ? plain.slice(2) : undefined;
}

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unquoted(text: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, escape, plain] of text
    .slice(1, text.lastIndexOf('"'))
    .matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else bytes.push(Buffer.from(plain ?? escapes[escape ?? ''] ?? escape ?? ''));
  }
  return Buffer.concat(bytes).toString('utf8');
}
