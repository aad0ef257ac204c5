import { codeOnly } from './codeOnly.ts';

/** Whether a name that is assigned at an offset is read between its first assignment of that indentation and there. */
export function isUsedBetween(text: string, offset: number, name: string): boolean {
  const code = codeOnly(text).slice(0, offset);
  const indentation = code.length - code.lastIndexOf('\n') - 1;
  const assignment = new RegExp(`^[ \\t]{${indentation}}${name}[ \\t]*(?::[^=\\n]*)?(?:=|$)`, 'gm');
  const first = [...code.matchAll(assignment)].at(-1);
  if (first === undefined) return true;
  return new RegExp(`(?<![.\\w])${name}\\b`).test(code.slice(first.index + first[0].length));
}
