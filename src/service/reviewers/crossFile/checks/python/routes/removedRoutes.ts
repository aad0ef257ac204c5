import type { CrossFileFinding } from '../../../check.ts';
import { severityIn, type Comparison } from '../comparison.ts';
import type { Named } from '../facts.ts';
import { placeAmong, placeOf } from '../places.ts';

/** What Django's own views for accounts are called by. */
const ofDjango = /^(?:login|logout|password_(?:change|reset)\w*)$/;
/** What routers of Django REST framework make of a name. */
const ofRouters = /-(?:detail|list)$/;

/** Names of addresses in Django and Flask that are gone while code or a template still asks for the address of one. */
export function removedRoutes(comparison: Comparison): CrossFileFinding[] {
  const { base, head, changed } = comparison.change;
  const touched = [...changed.keys()].filter(file => (base.facts(file)?.routes ?? []).length > 0);
  if (touched.length === 0) return [];
  const left = new Set(head.paths.flatMap(each => (head.facts(each)?.routes ?? []).map(({ name }) => name)));
  const beginnings = [...left].flatMap(name => (name.endsWith('*') ? [name.slice(0, -1)] : []));
  const hasRouters = head.paths.some(each =>
    head.facts(each)?.imports.some(({ module }) => module.startsWith('rest_framework')),
  );
  const isLeft = (name: string): boolean =>
    left.has(name) ||
    (name.startsWith('@')
      ? left.has(`@?${name.slice(Math.max(name.lastIndexOf('.'), 0) + 1)}`)
      : beginnings.some(each => name.startsWith(each)) || ofDjango.test(name) || (hasRouters && ofRouters.test(name)));
  const asked = Map.groupBy(
    head.paths.flatMap(path =>
      (head.facts(path)?.routed ?? []).map(({ name, at }) => ({ name, place: placeOf(path, at) })),
    ),
    ({ name }) => name.slice(name.lastIndexOf(':') + 1),
  );
  const named = (tree: typeof base, file: string): readonly Named[] | undefined => tree.facts(file)?.routes;
  const gone = touched.map(file => {
    const names = new Set((named(base, file) ?? []).map(({ name }) => name).filter(name => !isLeft(name)));
    return { file, names };
  });
  // Of files that had the same name, the one is meant that is in a folder called as the namespace, or the first.
  const isMeant = (file: string, name: string, use: string): boolean => {
    const files = gone.flatMap(each => (each.names.has(name) ? [each.file] : []));
    const namespaces = use.split(':').slice(0, -1);
    return file === (files.find(each => each.split('/').some(folder => namespaces.includes(folder))) ?? files[0]);
  };
  return gone.flatMap(({ file, names }) =>
    [...names].flatMap((name): CrossFileFinding[] => {
      const uses = (asked.get(name) ?? []).filter(use => isMeant(file, name, use.name));
      const [first] = uses;
      if (first === undefined) return [];
      const files = [...new Set(uses.map(({ place }) => place.path))];
      const users = files.length === 1 ? `\`${first.place.path}\` still asks` : `${files.length} files still ask`;
      return [
        {
          rule: 'cross-file/removed-route',
          severity: severityIn(comparison, files),
          category: 'bug',
          title: `No address is called \`${shown(name)}\` any more in \`${file}\`, but ${users} for it`,
          body: `${name.startsWith('@') ? 'Flask raises `BuildError`' : 'Django raises `NoReverseMatch`'} there. Change those places too, or keep the name.`,
          at: placeAmong(comparison, file, [name], named(base, file) ?? [], named(head, file)),
          related: uses.map(each => ({ ...each.place, message: `asks for \`${shown(each.name)}\`` })),
        },
      ];
    }),
  );
}

/** A name as code has it. */
function shown(name: string): string {
  return name.replace(/^@/, '');
}
