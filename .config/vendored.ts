import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './bundles.ts';

/** Code of another package that a package contains without its licence file. */
export interface Vendored {
  readonly name: string;
  /** The package that holds it. */
  readonly within: string;
}

const lodash =
  'jQuery Foundation and other contributors <https://jquery.org/>, based on Underscore.js, copyright Jeremy Ashkenas, ' +
  'DocumentCloud and Investigative Reporters & Editors <http://underscorejs.org/>';

/** The copyright holders of vendored code, as the licence files of the packages name them. All are under the MIT licence. */
export const holders: Readonly<Record<string, string>> = {
  '@textlint/regexp-string-matcher': '2018 azu',
  'content-type': '2015 Douglas Christopher Wilson',
  llhttp: '2018 Fedor Indutny',
  'lodash.sortby': lodash,
  'lodash.uniq': lodash,
  'lodash.uniqwith': lodash,
  punycode: 'Mathias Bynens <https://mathiasbynens.be/>',
};

/** What the source maps beside these files name, and the folders that hold a project of another name. */
export async function vendoredIn(files: readonly string[]): Promise<Vendored[]> {
  const found = await Promise.all(
    files.map(async file => {
      const within = packageOf(file);
      if (within === undefined) return [];
      const folders = file.includes('/lib/llhttp/') ? ['llhttp'] : [];
      const sources = (await sourcesOf(file)).map(packageOf).filter(name => name !== undefined);
      return [...folders, ...sources].map(name => ({ name, within }));
    }),
  );
  return [...new Map(found.flat().map(each => [JSON.stringify(each), each])).values()];
}

/** Name of the innermost package that a path leads into. */
export function packageOf(file: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

async function sourcesOf(file: string): Promise<readonly string[]> {
  const map = await readFile(path.join(root, `${file}.map`), 'utf8').catch(() => '{}');
  return (JSON.parse(map) as { readonly sources?: readonly string[] }).sources ?? [];
}
