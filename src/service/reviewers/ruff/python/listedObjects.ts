import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { closing, topLevelParts } from './functions.ts';

const longestHead = 200;

/**
 * Whether the list that `__all__` is given at an offset has a name in it that stands for no text: not one that the file
 * gives a text, and no constant. What a call or an attribute gives, such as `name.__name__`, may be one.
 */
export function listsObjects(text: string, start: number): boolean {
  const code = codeOnly(text);
  const open = code.slice(start, start + longestHead).search(/[[(]/);
  const close = open < 0 ? undefined : closing(code, start + open);
  if (close === undefined) return false;
  const names = topLevelParts(code.slice(start + open + 1, close)).map(each => each.trim());
  return names.some(
    name =>
      /^\p{L}\w*$/u.test(name) &&
      !/^\p{Lu}[\p{Lu}\d_]+$/u.test(name) &&
      !new RegExp(`^${name}[ \\t]*(?::[^=\\n]*)?=[ \\t]*[rRfFuU]{0,2}"`, 'm').test(code),
  );
}
