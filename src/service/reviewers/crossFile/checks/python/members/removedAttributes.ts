import type { CrossFileFinding, Place } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import { byCause, inFiles, severityIn, type Comparison } from '../comparison.ts';
import type { Entity } from '../entities.ts';
import type { ClassFacts, Reference } from '../facts.ts';
import { placeAmong, placeOf } from '../places.ts';

/** A place that reads an attribute of a class that a change removes. */
interface Break {
  /** File and class that had it. */
  readonly cause: string;
  readonly owner: string;
  readonly name: string;
  readonly place: Place;
  /** What of the change makes it unsure. */
  readonly doubt?: string;
}

/** What SQLAlchemy gives to each class. */
const ofTables = /^(?:metadata|registry|__\w+__)$/;

type OfClass = Entity & { readonly kind: 'class' };

/** Attributes of classes, such as members of enums, that are removed or renamed and still read by way of the class. */
export function removedAttributes(comparison: Comparison): CrossFileFinding[] {
  return byCause(
    comparison,
    inFiles(comparison, file => breaksIn(comparison, file)),
    ({ cause, owner, doubt = '' }) => `${cause} ${owner} ${doubt}`,
    breaks => findingOf(comparison, breaks),
  );
}

function breaksIn({ base, head }: Comparison, file: string): Break[] {
  return (head.modules.tree.facts(file)?.references ?? []).flatMap((reference): Break[] => {
    const { at } = reference;
    const read = at === undefined ? undefined : attributeOf(head, file, reference);
    if (at === undefined || read === undefined) return [];
    const { owner, name } = read;
    if (ofTables.test(name)) return [];
    const before = base.modules.definitions(owner.file)?.get(owner.facts.name);
    if (before?.kind !== 'class' || before.values?.some(each => each.name === name) !== true) return [];
    if (!head.lacks(owner.file, owner.facts, name)) return [];
    const sides = { base: { entities: base, facts: before }, head: { entities: head, facts: owner.facts } };
    const broken = { cause: owner.file, owner: owner.facts.name, name, place: placeOf(file, at) };
    return weighed(broken, sides, ({ entities, facts }) =>
      entities.mayHaveMore(owner.file, facts, isOfNames)
        ? `gives \`${owner.facts.name}\` names that cannot be listed`
        : undefined,
    );
  });
}

/** The first attribute of a class that a reference reads. */
function attributeOf(
  head: Comparison['head'],
  file: string,
  { path, ...reference }: Reference,
): { owner: OfClass; name: string } | undefined {
  const segments = path.match(/\(\)|\.?[^.()]+/g) ?? [];
  for (const [index, segment] of segments.entries()) {
    if (segment === '()') return undefined;
    const owner = head.of(file, { ...reference, path: segments.slice(0, index).join('') });
    if (owner?.kind === 'class') return { owner, name: segment.slice(1) };
  }
  return undefined;
}

/** Whether a class of Python or SQLAlchemy gives its own names to what inherits from it, and no constant. */
function isOfNames(base: string): boolean {
  return /^(?:enum\.(?:Enum|IntEnum|StrEnum|Flag|IntFlag)|str|int|sqlalchemy\.orm\.DeclarativeBase)$/.test(base);
}

function findingOf(comparison: Comparison, breaks: readonly [Break, ...Break[]]): CrossFileFinding {
  const [{ cause, owner, doubt }] = breaks;
  const names = [...new Set(breaks.map(({ name }) => name))];
  const [first = '', ...others] = names;
  const [is, it] = others.length === 0 ? ['is', 'it'] : [`and ${others.length} more of its names are`, 'them'];
  const files = [...new Set(breaks.map(({ place }) => place.path))];
  const users = files.length === 1 ? `\`${files[0]}\` still uses` : `${files.length} files still use`;
  const valuesIn = ({ modules }: Comparison['head']): ClassFacts['values'] => {
    const found = modules.definitions(cause)?.get(owner);
    return found?.kind === 'class' ? (found.values ?? []) : undefined;
  };
  return {
    rule: 'cross-file/removed-attribute',
    severity: severityIn(comparison, files),
    category: 'bug',
    ...(doubt !== undefined && { doubt }),
    title: `\`${owner}.${first}\` ${is} removed from \`${cause}\`, but ${users} ${it}`,
    body: `Python raises an \`AttributeError\` there. Change those places too, or keep ${it}.`,
    at: placeAmong(comparison, cause, names, valuesIn(comparison.base) ?? [], valuesIn(comparison.head)),
    related: breaks.map(each => ({ ...each.place, message: `reads \`${owner}.${each.name}\`, which is removed` })),
  };
}
