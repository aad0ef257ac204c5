import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './bundles.ts';

/** The public addresses of whoever publishes the extension, from .config/publishing.json; empty where there is none. */
export interface Publishing {
  /** The repository, on GitHub or GitLab: `https://github.com/acme/code-review`. */
  readonly repository: string;
  readonly bugs: string;
  readonly homepage: string;
  /** An address, or `marketplace` for the page of questions that the Marketplace keeps. */
  readonly qna: string;
}

/** Where the files of the published version can be read. Each address ends with a slash. */
export interface FileAddresses {
  readonly pages: string;
  readonly pictures: string;
}

export async function readPublishing(): Promise<Publishing> {
  return JSON.parse(await readFile(path.join(root, '.config/publishing.json'), 'utf8')) as Publishing;
}

/** The manifest with the addresses that there are. @throws Error if one is no address */
export function publishedManifest<Manifest extends object>(manifest: Manifest, publishing: Publishing): Manifest {
  const { repository, bugs, homepage, qna } = publishing;
  for (const [name, value] of Object.entries(publishing) as [string, string][])
    if (value !== '' && !(name === 'qna' && value === 'marketplace') && !isAddress(value))
      throw new Error(`.config/publishing.json: "${name}" has to be an address that begins with https://, or empty.`);
  return {
    ...manifest,
    ...(repository !== '' && { repository: { type: 'git', url: repository } }),
    ...(bugs !== '' && { bugs: { url: bugs } }),
    ...(homepage !== '' && { homepage }),
    ...(qna !== '' && { qna }),
  };
}

/** Where the files of a version's tag are; undefined where the repository is on no host whose addresses are known. */
export function fileAddresses({ repository }: Publishing, version: string): FileAddresses | undefined {
  const [, address, host] = /^(https:\/\/(github|gitlab)\.com\/[^?#]+?)(?:\.git)?\/?$/.exec(repository) ?? [];
  if (address === undefined) return undefined;
  const files = host === 'gitlab' ? `${address}/-` : address;
  return { pages: `${files}/blob/v${version}/`, pictures: `${files}/raw/v${version}/` };
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}
