import { codeOnly } from '../../../../engine/diff/codeOnly.ts';

/** What Python refuses outside of functions: `yield`, `return` and `await`. */
export const ofFunctions: ReadonlySet<string | null> = new Set(['F704', 'F706', 'PLE1142']);

/** Where a cell of a notebook begins, as Jupytext, Jupyter and Databricks write it. */
const cell = /^# (?:%%|In\[[\d ]*\]:|COMMAND -{5,})/m;
const definition = /^(?:async[ \t]|def\b|class\b|@)/;

/** Whether a file has the cells of a notebook. */
export function hasCells(text: string): boolean {
  return cell.test(text);
}

/**
 * Whether a file is run inside of something else, which takes `return` and `await` at the top level: it has the cells of a
 * notebook, or is the body of a function, as automations have them. Such a body ends in a `return` below a
 * statement, and not below a definition, of which that would be the end.
 */
export function isHosted(text: string): boolean {
  if (hasCells(text)) return true;
  const statements = codeOnly(text)
    .split('\n')
    .filter(line => /^[\p{L}_@]/u.test(line) && !/^(?:else|elif|except|finally)\b/.test(line));
  const [above, last] = statements.slice(-2);
  return last !== undefined && /^return\b/.test(last) && !definition.test(above ?? '');
}
