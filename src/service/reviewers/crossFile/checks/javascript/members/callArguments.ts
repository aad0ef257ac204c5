import type { CrossFileFinding, RelatedPlace, TreeChange } from '../../../check.ts';
import { severityOfBreak } from '../../severityOfBreak.ts';
import type { ExportFacts, JavaScriptFacts, Spot } from '../facts.ts';
import { Exports } from '../modules/moduleExports.ts';
import { filesThat, placeOf, quoted } from '../words.ts';

type Accepted = NonNullable<ExportFacts['accepts']>;

/** A function that takes another number of arguments than before, and the calls that it refuses since. */
interface Changed {
  readonly path: string;
  readonly facts: ExportFacts;
  /** Lines of the file that are new. */
  readonly lines: ReadonlySet<number>;
  readonly was: Spot;
  readonly before: Accepted;
  readonly now: Accepted;
  readonly calls: { readonly place: RelatedPlace; readonly count: number }[];
}

/** Calls of exported functions of TypeScript that give as many arguments as before, and which the change refuses. */
export function callArguments(change: TreeChange<JavaScriptFacts>): CrossFileFinding[] {
  const [base, head] = [new Exports(change.base), new Exports(change.head)];
  const functions = new Map<string, Changed>();
  for (const [path, lines] of change.changed)
    for (const { name, at: was, accepts: before } of base.script(path)?.exports ?? []) {
      const [facts, ...others] = (head.script(path)?.exports ?? []).filter(each => each.name === name);
      const now = facts?.accepts;
      if (before === undefined || now === undefined || facts === undefined || others.length > 0) continue;
      if (now[0] > before[0] || now[1] !== before[1])
        functions.set(`${path}\0${name}`, { path, facts, lines, was, before, now, calls: [] });
    }
  if (functions.size === 0) return [];
  for (const path of change.head.paths)
    for (const { from, names = [] } of head.script(path)?.imports ?? []) {
      const called = names.filter(({ calls }) => calls !== undefined);
      const target = called.length === 0 ? undefined : head.modules.resolve(path, from);
      for (const { name, local, calls = [] } of target === undefined ? [] : called) {
        const origin = head.origin(target ?? '', name);
        const found = functions.get(`${origin?.path}\0${origin?.facts.name}`);
        for (const [count, at] of found === undefined ? [] : calls)
          if (fits(count, found?.before) && !fits(count, found?.now))
            found?.calls.push({ count, place: { ...placeOf(path, at), message: `${quoted(local)} is called here.` } });
      }
    }
  return [...functions.values()].filter(({ calls }) => calls.length > 0).map(told);
}

function fits(count: number, [least, most]: Accepted = [0, -1]): boolean {
  return count >= least && (most < 0 || count <= most);
}

function told({ path, facts, lines, was, now: [least, most, parameters = []], calls }: Changed): CrossFileFinding {
  const paths = calls.map(({ place }) => place.path);
  const [{ count } = { count: 0 }] = calls;
  const isTooFew = count < least;
  const number = isTooFew ? least : most;
  const takes = `${isTooFew ? 'needs' : 'takes'} ${number === 0 ? 'no' : number} argument${number === 1 ? '' : 's'} now`;
  const give = paths.length === 1 ? 'gives' : 'give';
  const them = calls.length === 1 ? 'the call' : `${calls.length} calls`;
  // A parameter may stand on a line of its own.
  const isNew = lines.has(facts.at[0]);
  const line = parameters.find(each => lines.has(each));
  const base = { ...placeOf(path, was), side: 'base' } as const;
  return {
    rule: 'cross-file/call-signature',
    severity: isTooFew ? severityOfBreak(paths, 'medium') : 'low',
    category: 'bug',
    title: `${quoted(facts.local ?? facts.name)} ${takes}, but ${them} in ${filesThat(paths)} ${give} ${count}`,
    body: `TypeScript refuses that${isTooFew ? ', and where the code runs what is left out is `undefined`' : ''}. Change those places too.`,
    at: isNew ? placeOf(path, facts.at) : line === undefined ? base : placeOf(path, [line, 1, 2]),
    related: calls.map(({ place }) => place),
  };
}
