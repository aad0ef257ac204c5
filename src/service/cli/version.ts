import { readFileSync } from 'node:fs';

/** The version in the nearest `package.json` above this file that has one: the extension's, or the package's. */
export function programVersion(): string {
  for (let url = new URL('./package.json', import.meta.url), last = ''; url.href !== last;) {
    const version = versionIn(url);
    if (version !== undefined) return version;
    last = url.href;
    url = new URL('../package.json', url);
  }
  return 'unknown';
}

function versionIn(file: URL): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}
