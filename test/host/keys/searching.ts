import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Every way in which a secret may be written. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    // Base64 looks different after each number of bytes before it; the ends depend on what stands beside.
    ...[0, 1, 2].flatMap(before => {
      const text = Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .slice(4, -4);
      return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ];
}

/** The byte at which one of the texts begins, in UTF-8 or UTF-16; -1 where none does. */
export function placeOf(texts: readonly string[], bytes: Buffer): number {
  for (const text of texts) {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const place = bytes.indexOf(text, 0, encoding);
      if (place >= 0) return place;
    }
  }
  return -1;
}

/**
 * Paths of a file or folder and of all below it whose name or content holds something, with the byte of a content.
 * Links are not followed; what vanishes meanwhile is passed over.
 * @param find where it begins, -1 where it is not
 */
export function placesBelow(top: string, find: (bytes: Buffer) => number): string[] {
  const stat = lstatSync(top, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  const inName = find(Buffer.from(path.basename(top))) < 0 ? [] : [`the name of ${path.dirname(top)}/…`];
  try {
    if (stat.isDirectory())
      return [...inName, ...readdirSync(top).flatMap(name => placesBelow(path.join(top, name), find))];
    const place = stat.isFile() ? find(readFileSync(top)) : -1;
    return place < 0 ? inName : [...inName, `${top}, byte ${place}`];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return inName;
    throw error;
  }
}

/**
 * Processes that this one started, with those that they started, by their number; known on Linux only.
 * @param others keeps those that are not, which are not looked at again as long as they are there
 */
export function descendants(others = new Set<number>()): number[] {
  const there = new Set(readdirSync('/proc').map(Number));
  for (const id of others) if (!there.has(id)) others.delete(id);
  const parents = new Map<number, number>();
  for (const id of there) {
    if (!(id > 0) || others.has(id)) continue;
    try {
      // The name stands in brackets and may hold anything.
      const [, parent] = (readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
      parents.set(id, Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: number | undefined): boolean =>
    id === process.pid || (id !== undefined && id > 1 && isOurs(parents.get(id)));
  const ours = [...parents.keys()].filter(id => id !== process.pid && isOurs(id));
  for (const id of parents.keys()) if (id !== process.pid && !ours.includes(id)) others.add(id);
  return ours;
}

/** The command line of a process; empty where it has ended. */
export function argumentsOf(id: number): string {
  return ofProcess(() => readFileSync(`/proc/${id}/cmdline`, 'utf8'));
}

/** What anyone on this machine can see of a process: its arguments, and for its user its environment. */
export function seenOf(id: number): string {
  return ofProcess(() => {
    const environment = readFileSync(`/proc/${id}/environ`, 'utf8');
    return `${argumentsOf(id)}\n${environment}\n${readlinkSync(`/proc/${id}/cwd`)}`;
  });
}

function ofProcess(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
