import type { Entities, Entity } from './entities.ts';
import type { ClassFacts, FunctionFacts, Reference, Signature, Span } from './facts.ts';

/** Something that is called. */
export interface Callable {
  readonly file: string;
  /** `charge`, `Cart.add`, or the class whose instance is made. */
  readonly name: string;
  readonly at: Span;
  readonly signature?: Signature | undefined;
  readonly parameters?: readonly Span[] | undefined;
  readonly gives?: FunctionFacts['gives'] | undefined;
  /** Set if the first parameter is given by the call. */
  readonly isBound: boolean;
}

/** Classes of Python itself that take what `__init__` of a class below takes. */
const plainBase =
  /^(?:object|abc\.ABC|typing\.(?:Generic|Protocol)|dict|list|set|threading\.Thread|(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning)|Exception|BaseException)$/;
/** Names of classes whose metaclass decides what a call means. */
const specialBase = /(?:Enum|Flag|Choices|Tuple|Dict|Meta|Type)$/;

/**
 * What is called by a call of an entity; undefined if that cannot be told.
 * @param isPlain whether no decorator counts that may make something else of it
 */
export function callableOf(
  entities: Entities,
  entity: Entity | undefined,
  isVirtual: boolean,
  isPlain = false,
): Callable | undefined {
  if (entity?.kind === 'class') {
    // `cls(…)` makes one of any class below, which may take something else.
    const isOther = isVirtual && ['__init__', '__new__'].some(each => isOverridden(entities, entity.facts, each));
    return isOther ? undefined : constructorOf(entities, entity.file, entity.facts, isPlain);
  }
  if (entity?.kind !== 'function') return undefined;
  const { file, facts, isBound, owner, definedIn } = entity;
  if (isVirtual && definedIn !== undefined && isProtocol(entities, file, definedIn)) return undefined;
  if (isVirtual && owner !== undefined && isOverridden(entities, owner, facts.name)) return undefined;
  return {
    file,
    ...pick(facts, isPlain),
    name: definedIn === undefined ? facts.name : `${definedIn.name}.${facts.name}`,
    isBound,
  };
}

/** The same callable in another tree, by its name and file. */
export function sameCallable(entities: Entities, { file, name }: Callable): Callable | undefined {
  const [first = '', method] = name.split('.');
  const definition = entities.modules.definitions(file)?.get(first);
  if (definition?.kind === 'function') return { file, ...pick(definition), name, isBound: false };
  if (definition?.kind !== 'class') return undefined;
  if (method === undefined) return constructorOf(entities, file, definition);
  const found = definition.methods.find(each => each.name === method);
  return found && { file, ...pick(found), name, isBound: false };
}

function pick(
  { at, parameters, signature, gives, isWrapped }: FunctionFacts,
  isPlain = false,
): Pick<Callable, 'at' | 'parameters' | 'signature' | 'gives'> {
  return {
    at,
    parameters,
    signature: isPlain || isWrapped !== 'all' ? signature : undefined,
    gives: isPlain || isWrapped === undefined ? gives : undefined,
  };
}

function constructorOf(entities: Entities, file: string, facts: ClassFacts, isPlain = false): Callable | undefined {
  const { name, at, fields } = facts;
  if (fields !== undefined) return { file, name, at, signature: fields, isBound: false };
  const init = entities.methodOf(file, facts, '__init__');
  if (init === undefined || (!isPlain && !isOrdinary(entities, file, facts, 0))) return undefined;
  return { file: init.file, ...pick(init.facts, isPlain), gives: undefined, name, isBound: true };
}

/** Whether calling a class does nothing but call `__init__`. */
function isOrdinary(entities: Entities, file: string, facts: ClassFacts, depth: number): boolean {
  if (facts.isBuiltSpecially === true || facts.bases === undefined || depth > 8) return false;
  return facts.bases.every(index => {
    const reference = entities.modules.tree.facts(file)?.references[index];
    if (reference === undefined) return false;
    const entity = entities.of(file, reference);
    if (entity?.kind === 'class') return isOrdinary(entities, entity.file, entity.facts, depth + 1);
    const isUnknown = entity === undefined || (entity.kind === 'missing' && entity.isUnsure === true);
    return isUnknown && isOrdinaryName(entities, file, reference);
  });
}

function isOrdinaryName(entities: Entities, file: string, { import: index, path }: Reference): boolean {
  const imported = entities.modules.tree.facts(file)?.imports[index ?? -1];
  return imported === undefined ? plainBase.test(path) : !specialBase.test((imported.name ?? '') + path);
}

/** Whether classes may stand for this one without naming it. */
function isProtocol(entities: Entities, file: string, { bases = [] }: ClassFacts): boolean {
  const references = entities.modules.tree.facts(file)?.references;
  return bases.some(index => /\bProtocol$/.test(references?.[index]?.path ?? ''));
}

/** Whether a class below has a method or attribute of a name, by the names of the bases alone. */
function isOverridden(entities: Entities, owner: ClassFacts, method: string): boolean {
  const below = entities.subclasses.of(owner.name);
  return below.some(
    ({ methods, others }) => methods.some(({ name }) => name === method) || others?.includes(method) === true,
  );
}
