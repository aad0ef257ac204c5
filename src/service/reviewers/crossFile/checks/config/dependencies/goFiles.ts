import { placed, type Asked, type Lock, type Manifest } from './dependencyFacts.ts';

/** Reads `go.mod`. */
export function readGoModule(text: string): Manifest {
  const asked: Asked[] = [];
  const replaced: string[] = [];
  let block = '';
  for (const line of text.split(/\r?\n/)) {
    const words = line
      .replace(/\/\/.*$/, '')
      .trim()
      .split(/\s+/);
    const [verb, ...rest] = block === '' ? words : [block, ...words];
    if (rest[0] === '(') block = verb ?? '';
    else if (words[0] === ')') block = '';
    else if (verb === 'require' && rest.length === 2) asked.push({ name: rest[0] ?? '', range: rest[1] ?? '' });
    else if (verb === 'replace') replaced.push(rest[0] ?? '');
  }
  return { requires: placed(text, asked), overrides: replaced };
}

/** Reads `go.sum`: each line has a module, its version, and the hash of its files or of its `go.mod`. */
export function readGoSum(text: string): Lock {
  const versions = new Map<string, string[]>();
  for (const [, name = '', version = ''] of text.matchAll(/^(\S+) (\S+?)(?:\/go\.mod)? h1:/gm)) {
    const known = versions.get(name) ?? [];
    if (!known.includes(version)) known.push(version);
    versions.set(name, known);
  }
  return { versions: Object.fromEntries(versions) };
}
