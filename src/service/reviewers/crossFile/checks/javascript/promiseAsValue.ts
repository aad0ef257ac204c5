import type { CrossFileFinding, RelatedPlace, TreeChange } from '../../check.ts';
import type { JavaScriptFacts, ValueFacts } from './facts.ts';
import { Exports } from './modules/moduleExports.ts';
import { placeOf, quoted } from './words.ts';

/** Calls of asynchronous functions of the repository whose promise is used as if it were the result. */
export function promiseAsValue({ base, head, changed }: TreeChange<JavaScriptFacts>): CrossFileFinding[] {
  const before = new Exports(base);
  const now = new Exports(head, before);
  const isMoreAsync = [...changed.keys()].some(path => newAsyncs(before, now, path).length > 0);
  const paths = isMoreAsync ? head.paths : [...changed.keys()];
  return paths.flatMap(path =>
    (now.script(path)?.values ?? []).flatMap((value): CrossFileFinding[] => {
      const callee = calleeOf(now, path, value.name);
      if (callee === undefined) return [];
      const isMadeAsync = newAsyncs(before, now, callee.path).includes(callee.name);
      const [line, usedOn = line] = [value.at[0], value.kept?.[1]];
      const isNew = [line, usedOn].some(each => changed.get(path)?.has(each) === true);
      return isNew || (isMadeAsync && base.has(callee.path)) ? [told(path, value, callee)] : [];
    }),
  );
}

interface Callee {
  readonly path: string;
  /** Its name there. */
  readonly name: string;
}

/** Names of the functions of a file that return a promise now and did not before. */
function newAsyncs(before: Exports, now: Exports, path: string): string[] {
  const known = new Set(before.script(path)?.asyncs);
  return (now.script(path)?.asyncs ?? []).filter(name => !known.has(name));
}

/** The asynchronous function that a name stands for in a file. */
function calleeOf(exports: Exports, path: string, name: string): Callee | undefined {
  const script = exports.script(path);
  if (script?.asyncs?.includes(name) === true) return { path, name };
  for (const { from, names = [] } of script?.imports ?? []) {
    const imported = names.find(({ local }) => local === name);
    if (imported === undefined) continue;
    const module = exports.modules.resolve(path, from);
    const origin = module === undefined ? undefined : exports.origin(module, imported.name);
    const { local } = origin?.facts ?? {};
    if (origin === undefined || local === undefined) return undefined;
    return exports.script(origin.path)?.asyncs?.includes(local) === true
      ? { path: origin.path, name: local }
      : undefined;
  }
  return undefined;
}

const follows = {
  tested: 'so the condition is always true',
  negated: 'so the result is always `false`',
  calculated: 'so nothing is calculated with its result',
  compared: 'so they are never equal',
  written: 'so the text has `[object Promise]` in it',
  read: 'which the promise does not have',
};

const ways: Partial<Record<ValueFacts['use'], string>> = { written: 'put into a text', negated: 'tested with `!`' };

function told(path: string, { name, at, use, property = '', kept }: ValueFacts, callee: Callee): CrossFileFinding {
  const [what, call] = [follows[use], `${name}()`];
  const related: RelatedPlace[] =
    callee.path === path
      ? []
      : [{ ...placeOf(callee.path, [1, 1, 1]), message: `${quoted(callee.name)} is asynchronous.` }];
  const holder = kept === undefined ? undefined : quoted(kept[0]);
  const used = ways[use] ?? use;
  const how =
    use === 'read'
      ? `, and ${quoted(property)} is read from ${holder ?? 'it'}, ${what}`
      : `${holder === undefined ? ' that' : `, and ${holder}`} is ${used}, ${what}`;
  return {
    rule: 'cross-file/promise-as-value',
    severity: 'medium',
    category: 'bug',
    title: `${quoted(call)} returns a promise${how}`,
    body: `The function is asynchronous. Write \`await ${name}(…)\` here.`,
    at: placeOf(path, at),
    related,
  };
}
