import type { CrossFileFinding, Tree, TreeChange } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import { severityOfBreak } from '../../severityOfBreak.ts';
import type { ClassFacts, JavaScriptFacts } from '../facts.ts';
import { placeOf, quoted } from '../words.ts';

/** Members that a change takes out of a class, or renames, while the class still uses them. */
export function removedMember({ base, head, changed }: TreeChange<JavaScriptFacts>): CrossFileFinding[] {
  return [...changed.keys()].flatMap(path =>
    classesOf(head, path).flatMap(now => {
      const before = classesOf(base, path).find(({ name }) => name === now.name);
      if (before === undefined) return [];
      const elsewhere = now.isOpen === true ? membersOfOthers(head, changed.keys(), now) : new Set<string>();
      const opening = ({ isOpen }: ClassFacts): string | undefined =>
        isOpen === true ? `gives ${quoted(now.name)} members that cannot be listed` : undefined;
      return told(path, before, now, elsewhere).flatMap(each => weighed(each, { base: before, head: now }, opening));
    }),
  );
}

/** Members of other classes, to which a class that may inherit them may have handed its own. */
function membersOfOthers(tree: Tree<JavaScriptFacts>, paths: Iterable<string>, own: ClassFacts): Set<string> {
  const classes = [...paths].flatMap(path => classesOf(tree, path)).filter(each => each !== own);
  return new Set(classes.flatMap(({ members }) => members.map(([name]) => name)));
}

function classesOf(tree: Tree<JavaScriptFacts>, path: string): readonly ClassFacts[] {
  const facts = tree.facts(path);
  return facts?.kind === 'script' ? (facts.classes ?? []) : [];
}

function told(path: string, before: ClassFacts, now: ClassFacts, elsewhere: ReadonlySet<string>): CrossFileFinding[] {
  const left = new Set(now.members.map(([name]) => name));
  const had = new Map(before.members);
  const broken = now.uses.filter(([name]) => had.has(name) && !left.has(name) && !elsewhere.has(name));
  const [lost, ...others] = broken;
  const at = had.get(lost?.[0] ?? '');
  if (lost === undefined || at === undefined) return [];
  const [first, places] = lost;
  const [is, it] = others.length === 0 ? ['is', 'it'] : [`and ${others.length} more of its members are`, 'them'];
  const uses = broken.flatMap(([name, spots]) => spots.map(spot => ({ name, spot })));
  const use = uses.length === 1 ? `line ${places[0]?.[0]} still uses` : `${uses.length} places of the class still use`;
  return [
    {
      rule: 'cross-file/removed-member',
      severity: severityOfBreak([path], 'medium'),
      category: 'bug',
      title: `${quoted(`${now.name}.${first}`)} ${is} removed, but ${use} ${it}`,
      body: `\`this.${first}\` is \`undefined\` there, and to call it throws a \`TypeError\`. Change those places too, or keep ${it}.`,
      at: { ...placeOf(path, at), side: 'base' },
      related: uses.map(({ name, spot }) => ({
        ...placeOf(path, spot),
        message: `${quoted(`this.${name}`)} is used here.`,
      })),
    },
  ];
}
