import type { Check, CrossFileFinding } from '../../../check.ts';
import { filesThat, quoted } from '../../javascript/words.ts';
import { severityOfBreak } from '../../severityOfBreak.ts';
import type { NamedCommand, NamedFileFacts } from './namedFileFacts.ts';

type Tree = Parameters<Check<NamedFileFacts>>[0]['head'];

/** Finds commands that the change takes out of a `package.json`, that no other has, and that are still run by their names. */
export const removedCommandCheck: Check<NamedFileFacts> = ({ base, head, changed }) => {
  const gone = new Map<string, CrossFileFinding['at']>();
  const isUnread = (path: string): boolean => {
    const facts = namesOf(head, path);
    return facts !== undefined && facts.commands === undefined;
  };
  for (const path of [...changed.keys()].filter(each => !isUnread(each)))
    for (const { name, ...at } of commandsIn(base, path)) gone.set(name, { path, ...at, side: 'base' });
  if (gone.size === 0) return [];
  for (const path of head.paths) for (const { name } of commandsIn(head, path)) gone.delete(name);
  const runs = head.paths.flatMap(path =>
    (namesOf(head, path)?.runs ?? []).flatMap(({ name, ...at }) => {
      const cause = gone.get(name);
      // A package runs its own.
      const isOther = path.endsWith('package.json') && !commandsIn(base, path).some(each => each.name === name);
      return cause === undefined || isOther
        ? []
        : [{ name, cause, place: { path, ...at, message: `${quoted(name)} is run here.` } }];
    }),
  );
  return [...Map.groupBy(runs, ({ name }) => name)].flatMap(([name, [first, ...others]]): CrossFileFinding[] => {
    if (first === undefined) return [];
    const related = [first, ...others].map(({ place }) => place);
    const paths = related.map(({ path }) => path);
    return [
      {
        rule: 'cross-file/removed-command',
        severity: severityOfBreak(paths, 'medium'),
        category: 'bug',
        title: `The command ${quoted(name)} is removed from ${quoted(first.cause.path)}, but ${filesThat(paths)} still ${new Set(paths).size === 1 ? 'runs' : 'run'} it`,
        body: 'npm ends with an error: `Missing script`. Run what takes its place, or keep the command.',
        at: first.cause,
        related,
      },
    ];
  });
};

function namesOf(tree: Tree, path: string): (NamedFileFacts & { readonly kind: 'names' }) | undefined {
  const facts = tree.facts(path);
  return facts?.kind === 'names' ? facts : undefined;
}

function commandsIn(tree: Tree, path: string): readonly NamedCommand[] {
  return namesOf(tree, path)?.commands ?? [];
}
