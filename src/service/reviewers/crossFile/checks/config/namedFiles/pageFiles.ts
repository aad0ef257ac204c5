import { dirname, join } from 'node:path/posix';
import { pathIn } from './folderPath.ts';
import type { Name, Purpose } from './namedFileFacts.ts';

const tag = /<(?:script\b[^>]*?\ssrc|link\b[^>]*?\shref)\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi;
const loading = /\brel\s*=\s*["']?(?:[\w-]+ )*(?:stylesheet|modulepreload|preload|icon|apple-touch-icon|manifest)\b/i;
const part = /<(?:script|template|style)\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi;
/** Folders whose files are served at the top. */
const served = ['', 'public', 'static', 'src'];

/** Finds the scripts, styles and icons that a page loads. */
export function filesOfPage(text: string, page: string): Name[] {
  const visible = withoutComments(text);
  if (/<base\s/i.test(visible)) return [];
  return namesIn(visible, tag, 'page', (written, whole) => {
    if (/^<link/i.test(whole) && !loading.test(whole)) return [];
    const path = written.replace(/[?#].*$/s, '');
    if (!path.startsWith('/')) return pathIn(dirname(page), path);
    return path.startsWith('//') ? [] : foldersAbove(page).flatMap(folder => pathIn(folder, path.slice(1)));
  });
}

/** Finds the parts of a component of Vue that are in files of their own. */
export function filesOfComponent(text: string, component: string): Name[] {
  return namesIn(withoutComments(text), part, 'component', written =>
    /^\.{1,2}\//.test(written) ? pathIn(dirname(component), written) : [],
  );
}

function namesIn(
  text: string,
  pattern: RegExp,
  purpose: Purpose,
  pathsOf: (written: string, whole: string) => string[],
): Name[] {
  return [...text.matchAll(pattern)].flatMap(match => {
    const [whole, double, single] = match;
    const written = double ?? single ?? '';
    const paths = pathsOf(written.trim(), whole);
    const offset = match.index + whole.indexOf(written, whole.search(/\s(?:src|href)\s*=/i));
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
  return text.replace(/<!--[\s\S]*?-->/g, comment => comment.replace(/[^\n]/g, ' '));
}
