import type { CrossFileFinding, RelatedPlace, TreeChange } from '../../../check.ts';
import { severityOfBreak } from '../../severityOfBreak.ts';
import type { JavaScriptFacts, NameFacts, Spot } from '../facts.ts';
import { Exports } from '../modules/moduleExports.ts';
import { filesThat, placeOf, quoted } from '../words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** A member that an enum loses, and where it is still read. */
interface Loss {
  readonly name: string;
  readonly at: Spot;
  readonly related: RelatedPlace[];
}

/** Members that a change takes out of an exported enum, or renames, while files that import it still read them. */
export function removedEnumMember(change: Change): CrossFileFinding[] {
  const [base, head] = [new Exports(change.base), new Exports(change.head)];
  const losses = lossesIn(change, base, head);
  if (losses.size === 0) return [];
  for (const path of change.head.paths)
    for (const { from, names = [] } of head.script(path)?.imports ?? []) {
      const reading = names.filter(({ reads = [] }) => reads.length > 0);
      const target = reading.length === 0 ? undefined : head.modules.resolve(path, from);
      for (const each of target === undefined ? [] : reading)
        readIn(path, each, head.origin(target ?? '', each.name)?.path, losses);
    }
  return [...losses].flatMap(([key, lost]) => told(key, lost));
}

function readIn(path: string, { name, reads = [] }: NameFacts, origin: string | undefined, losses: Losses): void {
  for (const [member, spot] of reads)
    losses
      .get(keyOf(origin ?? '', name))
      ?.find(each => each.name === member)
      ?.related.push({ ...placeOf(path, spot), message: `${quoted(`${name}.${member}`)} is used here.` });
}

/** What each enum loses, by its file and name. */
type Losses = ReadonlyMap<string, readonly Loss[]>;

function keyOf(path: string, name: string): string {
  return `${path}\0${name}`;
}

function lossesIn({ changed }: Change, base: Exports, head: Exports): Losses {
  const losses = new Map<string, Loss[]>();
  for (const path of changed.keys())
    for (const { name, members: before } of base.script(path)?.exports ?? []) {
      // What has the same name as an enum may have more members.
      const [now, ...others] = (head.script(path)?.exports ?? []).filter(each => each.name === name);
      if (before === undefined || now?.members === undefined || others.length > 0) continue;
      const left = new Set(now.members.map(([member]) => member));
      const lost = before.filter(([member]) => !left.has(member));
      if (lost.length > 0)
        losses.set(
          keyOf(path, name),
          lost.map(([member, at]) => ({ name: member, at, related: [] })),
        );
    }
  return losses;
}

function told(key: string, losses: readonly Loss[]): CrossFileFinding[] {
  const [path = '', name = ''] = key.split('\0');
  const [first, ...others] = losses.filter(({ related }) => related.length > 0);
  if (first === undefined) return [];
  const related = [first, ...others].flatMap(each => each.related);
  const paths = related.map(each => each.path);
  const [is, it] = others.length === 0 ? ['is', 'it'] : [`and ${others.length} more of its members are`, 'them'];
  const use = new Set(paths).size === 1 ? 'uses' : 'use';
  return [
    {
      rule: 'cross-file/removed-member',
      severity: severityOfBreak(paths, 'medium'),
      category: 'bug',
      title: `${quoted(`${name}.${first.name}`)} ${is} removed, but ${filesThat(paths)} still ${use} ${it}`,
      body: `TypeScript refuses that, and where the code runs \`${name}.${first.name}\` is \`undefined\`. Change those places too, or keep ${it}.`,
      at: { ...placeOf(path, first.at), side: 'base' },
      related,
    },
  ];
}
