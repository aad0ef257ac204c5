import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
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

/** Paths below a folder whose name or content holds one of the texts. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const file = path.join(folder, name);
    const content = statSync(file).isFile() ? readFileSync(file) : Buffer.alloc(0);
    return texts.some(
      text => name.includes(text) || content.includes(text) || content.includes(Buffer.from(text, 'utf16le')),
    );
  });
}

/** Processes that this one started, with those that they started, by their number; known on Linux only. */
export function descendants(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
    try {
      // The name stands in brackets and may hold anything.
      const [, parent] = (readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: number | undefined): boolean =>
    id === process.pid || (id !== undefined && id > 1 && isOurs(parents.get(id)));
  return [...parents.keys()].filter(id => id !== process.pid && isOurs(id));
}

/** What anyone on this machine can see of a process: its arguments, and for its user its environment. */
export function seenOf(id: number): string {
  try {
    const command = `${readFileSync(`/proc/${id}/cmdline`, 'utf8')}\n${readFileSync(`/proc/${id}/environ`, 'utf8')}`;
    return `${command}\n${readlinkSync(`/proc/${id}/cwd`)}`;
  } catch {
    return '';
  }
}
