import { dirname, join } from 'node:path/posix';
import { pathIn } from './folderPath.ts';
import type { Name, Purpose } from './namedFileFacts.ts';

/** A tag, as far as it has no other in it: an attribute with `<` or `>` is passed over. */
const loadingTag = /<(?:script|link)\s[^<>]*>/gi;
const partTag = /<(?:script|template|style)\s[^<>]*>/gi;
const address = /\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const loading = /\brel\s*=\s*["']?(?:[\w-]+ )*(?:stylesheet|modulepreload|preload|icon|apple-touch-icon|manifest)\b/i;
/** Folders whose files are served at the top. */
const served = ['', 'public', 'static', 'src'];

/** Finds the scripts, styles and icons that a page loads. */
export function filesOfPage(text: string, page: string): Name[] {
  const visible = withoutComments(text);
  if (/<base\s/i.test(visible)) return [];
  return namesIn(visible, loadingTag, 'page', (written, whole) => {
    if (/^<link/i.test(whole) && !loading.test(whole)) return [];
    const path = written.replace(/[?#].*$/s, '');
    if (!path.startsWith('/')) return pathIn(dirname(page), path);
    return path.startsWith('//') ? [] : foldersAbove(page).flatMap(folder => pathIn(folder, path.slice(1)));
  });
}

/** Finds the parts of a component of Vue that are in files of their own. */
export function filesOfComponent(text: string, component: string): Name[] {
  return namesIn(withoutComments(text), partTag, 'component', written =>
    /^\.{1,2}\//.test(written) ? pathIn(dirname(component), written) : [],
  );
}

function namesIn(
  text: string,
  pattern: RegExp,
  purpose: Purpose,
  pathsOf: (written: string, whole: string) => string[],
): Name[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index }) => {
    const match = address.exec(whole);
    if (match === null) return [];
    const written = match[1] ?? match[2] ?? '';
    const paths = pathsOf(written.trim(), whole);
    const offset = index + match.index + match[0].length - written.length - 1;
    return paths.length === 0 ? [] : [{ purpose, paths, offset, length: written.length }];
  });
}

/** The folders that may be the top of what is served with a page, the nearest first. */
function foldersAbove(page: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(page); ; folder = dirname(folder)) {
    folders.push(...served.map(each => join(folder, each)));
    if (folder === '.') return folders;
  }
}

function withoutComments(text: string): string {
  return text.replace(/<!--[^]*?(?:-->|$)/g, comment => comment.replace(/[^\n]/g, ' '));
}
