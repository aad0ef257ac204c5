import type { CrossFileFinding, TreeChange } from '../../check.ts';
import type { JavaScriptFacts, Spot, ValueFacts } from './facts.ts';
import { Exports } from './modules/moduleExports.ts';
import { filesThat, placeOf, quoted } from './words.ts';

/**
 * Calls of asynchronous functions of the repository whose promise is used as if it were the result. A new call is told
 * where it is; those that a function breaks which returns a promise now are told together, at the function.
 */
export function promiseAsValue({ base, head, changed }: TreeChange<JavaScriptFacts>): CrossFileFinding[] {
  const before = new Exports(base);
  const now = new Exports(head, before);
  const isMadeAsync = ({ path, name }: Callee): boolean =>
    base.has(path) && asyncOf(now, path, name) !== undefined && asyncOf(before, path, name) === undefined;
  const isMoreAsync = [...changed.keys()].some(path =>
    now.script(path)?.asyncs?.some(([name]) => isMadeAsync({ path, name })),
  );
  const uses = (isMoreAsync ? head.paths : [...changed.keys()]).flatMap(path =>
    (now.script(path)?.values ?? []).flatMap((value): PromiseUse[] => {
      const callee = calleeOf(now, path, value.name);
      return callee === undefined ? [] : [{ path, value, callee }];
    }),
  );
  const isNew = ({ path, value: { at, kept } }: PromiseUse): boolean =>
    [at[0], kept?.[1] ?? at[0]].some(line => changed.get(path)?.has(line) === true);
  const broken = uses.filter(use => !isNew(use) && isMadeAsync(use.callee));
  const causes = Map.groupBy(broken, ({ callee: { path, name } }) => `${path}\0${name}`);
  return [...uses.filter(isNew).map(told), ...[...causes.values()].flatMap(madeAsync)];
}

interface Callee {
  readonly path: string;
  /** Its name there. */
  readonly name: string;
}

interface PromiseUse {
  readonly path: string;
  readonly value: ValueFacts;
  readonly callee: Callee & { readonly at: Spot };
}

/** Where a file has an asynchronous function of a name. */
function asyncOf(exports: Exports, path: string, name: string): Spot | undefined {
  return exports.script(path)?.asyncs?.find(([each]) => each === name)?.[1];
}

/** The asynchronous function that a name stands for in a file. */
function calleeOf(exports: Exports, path: string, name: string): PromiseUse['callee'] | undefined {
  const own = asyncOf(exports, path, name);
  if (own !== undefined) return { path, name, at: own };
  const [object, member = ''] = name.split('.');
  for (const { from, names = [] } of exports.script(path)?.imports ?? []) {
    const imported = names.find(({ local }) => local === object);
    if (imported === undefined) continue;
    const module = exports.modules.resolve(path, from);
    const origin =
      module === undefined ? undefined : exports.origin(module, imported.name === '*' ? member : imported.name);
    const { local } = origin?.facts ?? {};
    if (origin === undefined || local === undefined) return undefined;
    const { path: file, facts } = origin;
    if (member !== '' && imported.name !== '*')
      return facts.asyncs?.includes(member) === true ? { path: file, name, at: facts.at } : undefined;
    const at = asyncOf(exports, file, local);
    return at && { path: file, name: local, at };
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

/** What a use makes of the promise, as a sentence without its end. */
function sentenceOf({ value: { name, use, property = '', kept } }: PromiseUse): string {
  const what = follows[use];
  const holder = kept === undefined ? undefined : quoted(kept[0]);
  const used = ways[use] ?? use;
  const how =
    use === 'read'
      ? `, and ${quoted(property)} is read from ${holder ?? 'it'}, ${what}`
      : `${holder === undefined ? ' that' : `, and ${holder}`} is ${used}, ${what}`;
  return `${quoted(`${name}()`)} returns a promise${how}`;
}

const common = { rule: 'cross-file/promise-as-value', severity: 'medium', category: 'bug' } as const;

function told(use: PromiseUse): CrossFileFinding {
  const { path, value, callee } = use;
  const definition = { ...placeOf(callee.path, callee.at), message: `${quoted(callee.name)} is asynchronous.` };
  return {
    ...common,
    title: sentenceOf(use),
    body: `The function is asynchronous. Write \`await ${value.name}(…)\` here.`,
    at: placeOf(path, value.at),
    related: callee.path === path ? [] : [definition],
  };
}

function madeAsync(uses: readonly PromiseUse[]): CrossFileFinding[] {
  const [first] = uses;
  if (first === undefined) return [];
  const { path, name, at } = first.callee;
  const users = uses.map(use => use.path);
  const use = new Set(users).size === 1 ? 'uses' : 'use';
  return [
    {
      ...common,
      title: `${quoted(name)} returns a promise now, and ${filesThat(users)} still ${use} it as the result`,
      body: `${sentenceOf(first)}. Write \`await ${first.value.name}(…)\` there.`,
      at: placeOf(path, at),
      related: uses.map(each => ({ ...placeOf(each.path, each.value.at), message: `${sentenceOf(each)}.` })),
    },
  ];
}
