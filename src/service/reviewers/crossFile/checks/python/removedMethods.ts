import type { CrossFileFinding, Place } from '../../check.ts';
import { weighed } from '../../doubt.ts';
import { byCause, inFiles, severityIn, type Comparison } from './comparison.ts';
import type { Entity } from './entities.ts';
import type { ClassFacts, PythonFacts } from './facts.ts';
import { isIdle } from './idle/isIdle.ts';
import { placeAmong, placeOf } from './places.ts';

/** A call of a method that a change removes. */
interface Break {
  /** File and class that had the method. */
  readonly cause: string;
  readonly owner: string;
  readonly method: string;
  /** The class above that still has it, where the owner does not take from that any more. */
  readonly parent?: string;
  readonly place: Place;
  /** What of the change makes it unsure. */
  readonly doubt?: string;
}

/** Methods that are removed or renamed and still called. */
export function removedMethods(comparison: Comparison): CrossFileFinding[] {
  return byCause(
    comparison,
    inFiles(comparison, file => breaksIn(comparison, file)),
    // What one class loses is one cause.
    ({ cause, owner, parent = '', doubt = '' }) => `${cause} ${owner} ${parent} ${doubt}`,
    breaks => findingOf(comparison, breaks),
  );
}

function breaksIn(comparison: Comparison, file: string): Break[] {
  const facts = comparison.head.modules.tree.facts(file);
  if (facts === undefined) return [];
  const known = new Map<number, Omit<Break, 'place'> | undefined>();
  return facts.calls.flatMap(([to, line, column, endColumn]) => {
    if (!known.has(to)) known.set(to, removedBy(comparison, file, facts, to));
    const found = known.get(to);
    return found === undefined || isIdle(comparison.change.head, file, line)
      ? []
      : [{ ...found, place: placeOf(file, [line, column, endColumn]) }];
  });
}

/** The method that a reference means, if the change removes it and nothing else has its name. */
function removedBy(
  { base, head }: Comparison,
  file: string,
  { references }: PythonFacts,
  to: number,
): Omit<Break, 'place'> | undefined {
  const reference = references[to];
  const [, path = '', method = ''] = /^(.+)\.([^.()]+)$/.exec(reference?.path ?? '') ?? [];
  if (reference === undefined || method === '') return undefined;
  const owner = head.of(file, { ...reference, path });
  if (!isOfClass(owner) || !head.lacks(owner.file, owner.facts, method)) return undefined;
  const before = base.modules.definitions(owner.file)?.get(owner.facts.name);
  const found = before?.kind === 'class' ? base.methodOf(owner.file, before, method) : undefined;
  if (before?.kind !== 'class' || found === undefined) return undefined;
  const { name } = owner.facts;
  const sides = { base: { entities: base, facts: before }, head: { entities: head, facts: owner.facts } };
  const above = head.modules.definitions(found.file)?.get(found.definedIn.name);
  const isKept = above?.kind === 'class' && above.methods.some(each => each.name === method);
  const lost = isKept
    ? { cause: owner.file, owner: name, method, parent: above.name }
    : { cause: found.file, owner: found.definedIn.name, method };
  const [broken] = weighed(lost, sides, ({ entities, facts }) => {
    if (entities.mayHaveMore(owner.file, facts)) return `gives \`${name}\` names that cannot be listed`;
    const isBelow = reference.isVirtual === true && mayBeBelow(entities.subclasses.of(name), method);
    return isBelow ? `adds a class below \`${name}\` that may have it` : undefined;
  });
  return broken;
}

function isOfClass(entity: ReturnType<Comparison['head']['of']>): entity is Entity & { kind: 'class' | 'instance' } {
  return entity?.kind === 'class' || entity?.kind === 'instance';
}

/** Whether an instance of one of these classes may have a method that the class above them lacks. */
function mayBeBelow(classes: readonly ClassFacts[], method: string): boolean {
  return classes.some(
    ({ bases, methods, others, isOpen }) =>
      isOpen === true ||
      // Another base may have it.
      bases?.length !== 1 ||
      methods.some(({ name }) => name === method) ||
      others?.includes(method) === true,
  );
}

function findingOf(comparison: Comparison, breaks: readonly [Break, ...Break[]]): CrossFileFinding {
  const [{ cause, owner, parent, place, doubt }] = breaks;
  const methods = [...new Set(breaks.map(({ method }) => method))];
  const [first = '', ...others] = methods;
  const [is, it] = others.length === 0 ? ['is', 'it'] : [`and ${others.length} more of its methods are`, 'them'];
  const calls = breaks.length === 1 ? `the call in \`${place.path}\` still uses` : `${breaks.length} calls still use`;
  const classIn = ({ modules }: Comparison['head']): ClassFacts | undefined => {
    const found = modules.definitions(cause)?.get(owner);
    return found?.kind === 'class' ? found : undefined;
  };
  const [before, after] = [classIn(comparison.base), classIn(comparison.head)];
  return {
    rule: 'cross-file/removed-method',
    severity: severityIn(
      comparison,
      breaks.map(each => each.place.path),
    ),
    category: 'bug',
    ...(doubt !== undefined && { doubt }),
    title: `\`${owner}.${first}\` ${is} ${parent === undefined ? `removed from \`${cause}\`` : `not inherited from \`${parent}\` any more`}, but ${calls} ${it}`,
    body: `Python raises an \`AttributeError\` when the call runs. Change the ${breaks.length === 1 ? 'call' : 'calls'}, or keep ${others.length === 0 ? 'the method' : 'the methods'}.`,
    at:
      parent === undefined || after === undefined
        ? placeAmong(comparison, cause, methods, before?.methods ?? [], after?.methods)
        : placeOf(cause, after.at),
    related: breaks.map(each => ({
      ...each.place,
      message: `calls \`${owner}.${each.method}\`, which is ${parent === undefined ? 'removed' : 'not inherited any more'}`,
    })),
  };
}
