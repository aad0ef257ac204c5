import { basename } from 'node:path/posix';
import type { CrossFileFinding, RelatedPlace, TreeChange } from '../../../check.ts';
import { severityOfBreak } from '../../severityOfBreak.ts';
import type { ExportFacts, JavaScriptFacts, NameFacts, Spot } from '../facts.ts';
import { Exports } from '../modules/moduleExports.ts';
import { isOwn } from '../markup/passedProps.ts';
import { filesThat, mayBeTyped, placeOf, quoted } from '../words.ts';

type Change = TreeChange<JavaScriptFacts>;

const component = /\.(?:vue|svelte)$/i;

/** Whether a member is of what is exported, of what a call of it gives, or of what a component takes. */
type Kind = 'members' | 'gives' | 'props';
const kinds = ['members', 'gives', 'props'] as const;
const uses = { members: 'reads', gives: 'takes', props: 'passes' } as const;

/** A member that an export loses, and where it is still read. */
interface Loss {
  readonly name: string;
  readonly at: Spot;
  readonly related: RelatedPlace[];
}

/** What an export loses of one kind. */
interface Losses {
  readonly path: string;
  readonly name: string;
  readonly kind: Kind;
  readonly losses: readonly Loss[];
  /** What it has got meanwhile. */
  readonly gained: readonly string[];
}

/**
 * Members that a change takes out of what a file exports, or renames, while files that import it still read them: of enums,
 * objects, classes and their instances, and of what functions and stores give.
 */
export function removedExportMember(change: Change): CrossFileFinding[] {
  const [base, head] = [new Exports(change.base), new Exports(change.head)];
  const lost = lossesIn(change, base, head);
  if (lost.size === 0) return [];
  for (const path of change.head.paths)
    for (const { from, names = [] } of head.script(path)?.imports ?? []) {
      const reading = names.filter(each => kinds.some(kind => each[uses[kind]] !== undefined));
      const target = reading.length === 0 ? undefined : head.modules.resolve(path, from);
      for (const each of target === undefined ? [] : reading) {
        const origin = head.origin(target ?? '', each.name);
        for (const kind of kinds)
          readIn(path, each, lost.get(keyOf(origin?.path ?? '', origin?.facts.name ?? '', kind)));
      }
    }
  return [...lost.values()].flatMap(told);
}

function readIn(path: string, name: NameFacts, lost: Losses | undefined): void {
  if (lost === undefined) return;
  for (const [member, spot] of name[uses[lost.kind]] ?? [])
    if (lost.kind !== 'props' || isMeant(name, lost, member))
      lost.losses
        .find(each => each.name === member)
        ?.related.push({ ...placeOf(path, spot), message: `${quoted(shown(lost, name.local, member))} is used here.` });
}

/** Whether what is passed by a name that is gone may be for another that nobody passes: else it is left over, and does no harm. */
function isMeant({ passes = [] }: NameFacts, { path, gained }: Losses, lost: string): boolean {
  if (component.test(path) && !isOwn(lost)) return false;
  // What a component tells takes the place of what it told.
  const instead = gained.filter(name => name.startsWith('@') === lost.startsWith('@'));
  return instead.length > 0 && !passes.some(([name]) => instead.includes(name));
}

function shown({ kind }: Losses, name: string, member: string): string {
  if (kind === 'props') return `<${name} ${member}>`;
  return kind === 'members' ? `${name}.${member}` : `${name}().${member}`;
}

function keyOf(path: string, name: string, kind: Kind): string {
  return `${path}\0${name}\0${kind}`;
}

function lossesIn({ changed }: Change, base: Exports, head: Exports): ReadonlyMap<string, Losses> {
  const lost = new Map<string, Losses>();
  for (const path of changed.keys())
    for (const before of base.script(path)?.exports ?? []) {
      // What has the same name as an enum may have more members.
      const [now, ...others] = (head.script(path)?.exports ?? []).filter(each => each.name === before.name);
      if (now === undefined || others.length > 0) continue;
      for (const kind of kinds) {
        const losses = lossesOf(before, now, kind);
        const gained = lossesOf(now, before, kind).map(({ name }) => name);
        if (losses.length > 0)
          lost.set(keyOf(path, before.name, kind), {
            path,
            name: before.local ?? stemOf(path, before.name),
            kind,
            losses,
            gained,
          });
      }
    }
  return lost;
}

/** What a component without a name of its own is called. */
function stemOf(path: string, name: string): string {
  return name === 'default' && component.test(path) ? basename(path).replace(component, '') : name;
}

function lossesOf(before: ExportFacts, now: ExportFacts, kind: Kind): Loss[] {
  const left = now[kind] === undefined ? undefined : new Set(now[kind].map(([member]) => member));
  return (before[kind] ?? []).flatMap(([name, at]) =>
    left === undefined || left.has(name) ? [] : [{ name, at, related: [] }],
  );
}

function told(lost: Losses): CrossFileFinding[] {
  const [first, ...others] = lost.losses.filter(({ related }) => related.length > 0);
  if (first === undefined) return [];
  const related = [first, ...others].flatMap(each => each.related);
  const paths = related.map(each => each.path);
  const [is, it] = others.length === 0 ? ['is', 'it'] : [`and ${others.length} more of its members are`, 'them'];
  const isOne = new Set(paths).size === 1;
  const member = quoted(shown(lost, lost.name, first.name));
  const taken = `${quoted(first.name.replace('@', ''))}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  const isProp = lost.kind === 'props';
  const isEvent = first.name.startsWith('@');
  const use = isEvent ? `listen${isOne ? 's' : ''} to` : isProp ? `pass${isOne ? 'es' : ''}` : `use${isOne ? 's' : ''}`;
  return [
    {
      rule: 'cross-file/removed-member',
      severity: severityOfBreak(paths, 'medium'),
      category: 'bug',
      title: `${isProp ? `${quoted(lost.name)} does not ${isEvent ? 'emit' : 'take'} ${taken} any more` : `${member} ${is} removed`}, but ${filesThat(paths)} still ${use} ${it}`,
      body: isProp
        ? `${isEvent ? 'What listens to it is not called' : 'What is passed by that name is lost'}. Change those places too, or keep ${it}.`
        : `${mayBeTyped(paths) ? 'TypeScript refuses that, and where' : 'Where'} the code runs ${member} is \`undefined\`. Change those places too, or keep ${it}.`,
      at: { ...placeOf(lost.path, first.at), side: 'base' },
      related,
    },
  ];
}
