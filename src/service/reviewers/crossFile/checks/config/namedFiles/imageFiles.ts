import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import { pathIn } from './folderPath.ts';
import type { Name } from './namedFileFacts.ts';

const copy = /^[ \t]*(?:COPY|ADD)[ \t]+((?:[^\n\\]|\\[ \t]*\r?\n|\\.)+)/gim;

/** Finds the files that a Dockerfile copies by their names, from its folder or one above. */
export function filesOfImage(text: string, path: string): Name[] {
  return [...text.matchAll(copy)].flatMap(match => {
    const [whole, given = ''] = match;
    if (/(?:^|\s)--from=|<</.test(given)) return [];
    const words = [...given.matchAll(/[^\s"',[\]\\]+/g)].filter(([word]) => !word.startsWith('--'));
    const start = match.index + whole.length - given.length;
    return words.slice(0, -1).flatMap((word): Name[] => {
      const written = word[0].replace(/^\.?\/+/, '');
      const paths = [...new Set(foldersOf(path).flatMap(folder => pathIn(folder, written)))];
      if (paths.length === 0) return [];
      return [{ purpose: 'image', paths, offset: start + word.index, length: word[0].length }];
    });
  });
}
