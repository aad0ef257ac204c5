import type { CrossFileFinding } from '../../../check.ts';
import { byCause, severityIn, type Comparison } from '../comparison.ts';
import type { PythonFacts, Span } from '../facts.ts';
import { placeOf, placeOfRemoved } from '../places.ts';

/**
 * Names of modules that are removed or renamed and still named in a text that is nothing but their dotted path, as settings
 * of Django and `mock.patch` have them.
 */
export function namesInTexts(comparison: Comparison): CrossFileFinding[] {
  const { change, base, head } = comparison;
  const touched = [...change.changed.keys()].filter(each => each.endsWith('.py') && change.base.has(each));
  const lost = new Set(touched.flatMap(file => lostBy(comparison, file)));
  if (lost.size === 0) return [];
  const breaks = change.head.paths.flatMap(path =>
    (change.head.facts(path)?.dotted ?? []).flatMap(namesOf).flatMap(({ text, module, name, at }) => {
      if (!lost.has(name)) return [];
      const before = base.modules.resolve(path, module);
      const had = typeof before === 'object' ? base.modules.find(before, name) : 'none';
      const cause = typeof before === 'object' ? before.file : undefined;
      if (typeof had !== 'object' || had.kind !== 'definition' || cause === undefined || cause === path) return [];
      const now = head.modules.resolve(path, module);
      const isGone = now === 'none' || (typeof now === 'object' && head.modules.find(now, name) === 'none');
      // A task may be called by a text of its own.
      if (!isGone || names(change.head.facts(cause), text) || !comparison.isKept(path)) return [];
      return [{ cause, name, place: placeOf(path, at) }];
    }),
  );
  return byCause(
    comparison,
    breaks,
    // A file that is gone takes all its names with it.
    ({ cause, name }) => (change.head.has(cause) ? `${cause} ${name}` : cause),
    ([first, ...more]) => {
      const { cause, name } = first;
      const names = [...new Set([first, ...more].map(each => each.name))];
      const [is, it] = names.length === 1 ? ['is', 'it'] : [`and ${names.length - 1} more are`, 'them'];
      const places = [first, ...more].map(each => ({
        ...each.place,
        message: `names \`${each.name}\`, which is removed`,
      }));
      const files = [...new Set(places.map(({ path }) => path))];
      const users =
        files.length === 1 ? `a text in \`${files[0]}\` still names` : `texts in ${files.length} files still name`;
      return {
        rule: 'cross-file/removed-name',
        severity: severityIn(comparison, files),
        category: 'bug',
        title: `\`${name}\` ${is} removed from \`${cause}\`, but ${users} ${it}`,
        body: `What loads a name by its dotted path fails. Change the path too, or keep ${it}.`,
        at: placeOfRemoved(comparison, cause, names),
        related: places,
      };
    },
  );
}

/** What a text may name: the last of its words, or the one before, of which a test replaces a part. */
function namesOf([text, at]: readonly [string, Span]): { text: string; module: string; name: string; at: Span }[] {
  return [text, text.replace(/\.\w+$/, '')].flatMap(each => {
    const [, module, name = ''] = /^(.+)\.(\w+)$/.exec(each) ?? [];
    return module === undefined ? [] : [{ text, module, name, at }];
  });
}

/** The names that a file had at the base and has no more. */
function lostBy({ base, head }: Comparison, file: string): string[] {
  const after = head.modules.definitions(file);
  return [...(base.modules.definitions(file)?.keys() ?? [])].filter(name => after?.has(name) !== true);
}

function names(facts: PythonFacts | undefined, text: string): boolean {
  return facts?.dotted?.some(([each]) => each === text) === true;
}
