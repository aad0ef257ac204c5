import type { MigrationFacts } from '../facts.ts';

const ofDjango = /(?:^|\/)(\w{1,100})\/migrations\/(\d{4}_\w+)\.py$/;
const named = /\b(?:new_)?name\s{0,9}=\s{0,9}["'](\w{1,100})["']|\(\s{0,99}["'](\w{1,100})["'],\s{0,99}\w/g;
const dependencies = /^[ \t]+dependencies[ \t]*(?::[^=\n]{0,100})?=[ \t]*\[([^\]]{0,5000})\]/m;
const dependency = /\(\s{0,99}["'](\w{1,100})["'],\s{0,99}["'](\w{1,100})["']/g;

const ofAlembic = /(?:^|\/)versions\/[\w-]+\.py$/;
const revision = /^revision\b[^=\n]{0,100}=\s{0,9}["']([\w-]{1,100})["']/m;
const before =
  /^down_revision\b[^=\n]{0,100}=\s{0,9}(?:\(([^)]{0,1000})\)|\[([^\]]{0,1000})\]|(["'][\w-]{1,100}["']|None))/m;
/** What makes a branch of its own, or of several one, or says in another way what comes before. */
const branching =
  /^branch_labels\b[^=\n]{0,100}=\s{0,9}["'([]|^[ \t]+replaces[ \t]*=|^[ \t]+dependencies\b(?![^=\n]{0,100}=[ \t]*\[[^\]]{0,5000}\](?![ \t]*\+))/m;

/** What a migration of Django or Alembic says; undefined for any other file. */
export function readMigration(path: string, text: string): MigrationFacts | undefined {
  const [, app = '', stem] = ofDjango.exec(path) ?? [];
  if (stem !== undefined) {
    const found = dependencies.exec(text);
    const pairs = [...(found?.[1] ?? '').matchAll(dependency)];
    // The label of an app is mostly the name of its folder. Where it is not, what comes before is not known.
    const after = pairs.flatMap(([, label, id = '']) => (label === app ? [id] : []));
    const names = [...text.matchAll(named)].map(([, one, other = '']) => one ?? other);
    const isBranch = branching.test(text) || (after.length === 0 && !stem.startsWith('0001_'));
    return { id: stem, after, line: lineOf(text, found), names: [...new Set(names)], ...(isBranch && { isBranch }) };
  }
  const id = ofAlembic.test(path) ? revision.exec(text)?.[1] : undefined;
  const found = id === undefined ? null : before.exec(text);
  if (id === undefined || found === null) return undefined;
  const list = found.slice(1).find(Boolean) ?? '';
  const after = [...list.matchAll(/["']([\w-]{1,100})["']/g)].map(([, each = '']) => each);
  return { id, after, line: lineOf(text, found), names: [], ...(branching.test(text) && { isBranch: true }) };
}

function lineOf(text: string, found: RegExpExecArray | null): number {
  return text.slice(0, found?.index ?? 0).split('\n').length;
}
