import type { CrossFileFinding, Place, RelatedPlace } from '../../check.ts';
import { severityOfBreak } from '../severityOfBreak.ts';
import { mismatch } from './arguments.ts';
import { callableOf, sameCallable, type Callable } from './callables.ts';
import { inFiles, isNew, predecessors, type Comparison } from './comparison.ts';
import type { Entities } from './entities.ts';
import type { Call, CallUse, PythonFacts } from './facts.ts';
import { isIdle } from './idle/isIdle.ts';
import { placeOf } from './places.ts';

type Kind = 'signature' | 'coroutine' | 'value';

/** A call that does not fit what it calls. */
interface Problem {
  readonly kind: Kind;
  readonly file: string;
  readonly call: Call;
  readonly callable: Callable;
  /** What is wrong, as the rest of a sentence that begins with the name of what is called. */
  readonly text: string;
  /** What of the change makes it unsure. */
  readonly doubt?: string;
}

const misused: Partial<Record<CallUse, string>> = {
  statement: 'is not awaited, so it does not run',
  condition: 'is not awaited, so the condition is always the same',
  value: 'is not awaited: the code uses the coroutine in place of its result',
  iterated: 'is not awaited: a coroutine cannot be iterated',
  entered: 'is not awaited: a coroutine cannot be used in `with`',
};

interface CallBefore {
  readonly path: string;
  readonly facts: PythonFacts;
  readonly call: Call;
}

/** Calls that their function's signature refuses, and coroutines that are never awaited. */
export function calls(comparison: Comparison): CrossFileFinding[] {
  const problems = inFiles(comparison, file => problemsIn(comparison, file));
  const groups = Map.groupBy(problems, ({ kind, file, callable, doubt = '' }) => {
    const cause = hasChanged(comparison, kind, callable) ? callable.file : `${file} ${callable.file}`;
    return `${kind} ${cause} ${callable.name} ${doubt}`;
  });
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [findingOf(comparison, [first, ...more])] : []));
}

function problemsIn(comparison: Comparison, file: string): Problem[] {
  const { change, head } = comparison;
  const facts = change.head.facts(file);
  if (facts === undefined) return [];
  const before = callsBefore(comparison, file);
  const [sure, plain] = [false, true].map(isPlain => {
    const callables = facts.references.map(() => undefined as Callable | undefined | null);
    return (call: Call): Callable | null => (callables[call[0]] ??= calledBy(head, file, facts, call, isPlain) ?? null);
  }) as [(call: Call) => Callable | null, (call: Call) => Callable | null];
  const problems = (call: Call, callable: Callable | null): Problem[] => {
    if (callable === null || !(change.changed.has(file) || change.changed.has(callable.file))) return [];
    const wasUnread = [file, callable.file].some(each => isUnreadAtBase(comparison, each));
    if (wasUnread && !isNew(comparison, file, call[1], call[4])) return [];
    return problemsOf(call, callable)
      .map(each => ({ ...each, file, call, callable }))
      .filter(each => !hadProblem(comparison, each, before(keyOf(facts, call))) && !isIdle(change.head, file, call[1]));
  };
  return facts.calls.flatMap(call => {
    const found = sure(call);
    const told = problems(call, found);
    // What the change wraps or overrides may fit all the same.
    const unsure = told.length > 0 ? [] : problems(call, plain(call)).filter(({ kind }) => !isKnown(found, kind));
    const wasKnown = (kind: Kind): boolean =>
      before(keyOf(facts, call)).some(each =>
        isKnown(calledBy(comparison.base, each.path, each.facts, each.call) ?? null, kind),
      );
    return [
      ...told,
      ...unsure
        .filter(({ kind }) => wasKnown(kind))
        .map(each => ({ ...each, doubt: `wraps or overrides \`${each.callable.name}\`` })),
    ];
  });
}

/** Whether it is known what a call takes, or gives. */
function isKnown(callable: Callable | null, kind: Kind): boolean {
  return (kind === 'signature' ? callable?.signature : callable?.gives) !== undefined;
}

/** Whether a file had no facts at the base, so that nothing tells what was wrong there before. */
function isUnreadAtBase(comparison: Comparison, file: string): boolean {
  const { base } = comparison.change;
  return predecessors(comparison, file).some(each => base.has(each) && base.facts(each) === undefined);
}

/** @param isPlain whether neither decorators count that may wrap it, nor classes that may override it */
function calledBy(
  entities: Entities,
  file: string,
  facts: PythonFacts,
  [to]: Call,
  isPlain = false,
): Callable | undefined {
  const reference = facts.references[to];
  const entity = reference && entities.of(file, reference);
  if (entity?.kind === 'missing') return undefined;
  return callableOf(entities, entity, !isPlain && reference?.isVirtual === true, isPlain);
}

function problemsOf(call: Call, { signature, gives, isBound }: Callable): { kind: Kind; text: string }[] {
  const refused = signature && mismatch(signature, call, isBound);
  // A call that fails gives no coroutine.
  if (refused !== undefined) return [{ kind: 'signature', text: refused }];
  const unawaited = gives === 'coroutine' ? misused[call[6]] : undefined;
  return [
    ...(unawaited === undefined ? [] : [{ kind: 'coroutine' as const, text: unawaited }]),
    ...(gives === 'value' && call[6] === 'awaited'
      ? [{ kind: 'value' as const, text: 'is not asynchronous: what it gives cannot be awaited' }]
      : []),
  ];
}

/** The calls that a file had at the base, by what they call; read when they are first asked for. */
function callsBefore(comparison: Comparison, file: string): (key: string) => readonly CallBefore[] {
  let byKey: Map<string, CallBefore[]> | undefined;
  return key => {
    byKey ??= Map.groupBy(
      predecessors(comparison, file).flatMap(path => {
        const facts = comparison.base.modules.tree.facts(path);
        return (facts?.calls ?? []).flatMap(call => (facts === undefined ? [] : [{ path, facts, call }]));
      }),
      ({ facts, call }) => keyOf(facts, call),
    );
    return byKey.get(key) ?? [];
  };
}

/**
 * Whether one of these calls had the problem at the base: for a call on an old line one of its kind, whatever the call
 * lacks now, and for a call that is written anew the same one.
 */
function hadProblem(comparison: Comparison, problem: Problem, before: readonly CallBefore[]): boolean {
  const [, line, , , endLine, ...how] = problem.call;
  const isOld = !isNew(comparison, problem.file, line, endLine);
  return before.some(({ path, facts, call }) => {
    const [, , , , , ...howBefore] = call;
    if (isOld && howBefore.join(' ') !== how.join(' ')) return false;
    const callable = calledBy(comparison.base, path, facts, call);
    const problems = callable === undefined ? [] : problemsOf(call, callable);
    return problems.some(({ kind, text }) => (isOld ? kind === problem.kind : text === problem.text));
  });
}

/** What a call calls, as text that does not depend on the rest of the file or on where modules are moved to. */
function keyOf({ references, imports }: PythonFacts, [to]: Call): string {
  const { import: index, path = '' } = references[to] ?? {};
  return `${imports[index ?? -1]?.name ?? ''} ${path}`;
}

/** Whether the change gives a function that was there another signature, or has it give a coroutine, or none any more. */
function hasChanged({ base }: Comparison, kind: Kind, callable: Callable): boolean {
  const before = sameCallable(base, callable);
  if (before === undefined) return false;
  return kind === 'signature'
    ? JSON.stringify(before.signature) !== JSON.stringify(callable.signature)
    : before.gives !== callable.gives;
}

/** The rule of each kind, what it says of a function that has changed, and what follows. */
const words: Readonly<
  Record<Kind, { rule: string; changed: (text: string, calls: string, isOne: boolean) => string; body: string }>
> = {
  signature: {
    rule: 'cross-file/call-signature',
    changed: (text, calls, isOne) => `now ${text}: ${calls} ${isOne ? 'fails' : 'fail'}`,
    body: 'Python raises a `TypeError` when the call runs. Change the call, or what the function takes.',
  },
  coroutine: {
    rule: 'cross-file/not-awaited',
    changed: (_, calls, isOne) => `gives a coroutine now, but ${calls} ${isOne ? 'does' : 'do'} not await it`,
    body: 'A call of an `async def` gives a coroutine, which does nothing until it is awaited. Add `await`.',
  },
  value: {
    rule: 'cross-file/awaited-value',
    changed: (_, calls, isOne) => `is not asynchronous any more, but ${calls} still ${isOne ? 'awaits' : 'await'} it`,
    body: 'Python raises a `TypeError` where the value is awaited. Remove `await`, or make the function asynchronous.',
  },
};

function findingOf(comparison: Comparison, problems: readonly [Problem, ...Problem[]]): CrossFileFinding {
  const [{ kind, callable, file, text, call, doubt }] = problems;
  const { rule, changed, body } = words[kind];
  const name = `\`${callable.name}\``;
  const places = problems.map((each): RelatedPlace => ({ ...placeOfCall(each), message: `${name} ${each.text}` }));
  const broken = problems.length === 1 ? `the call in \`${file}\`` : `${problems.length} calls`;
  // A test that does not await what it calls passes all the same.
  const severity =
    kind === 'coroutine'
      ? 'medium'
      : severityOfBreak(
          problems.map(each => each.file),
          'medium',
        );
  const shared = { rule, severity, category: 'bug', body, ...(doubt !== undefined && { doubt }) } as const;
  if (hasChanged(comparison, kind, callable))
    return {
      ...shared,
      title: `${name} ${changed(text, broken, problems.length === 1)}`,
      at: placeOfCause(comparison, callable),
      related: places,
    };
  const definition = { ...placeOf(callable.file, callable.at), message: `${name} is defined here` };
  return {
    ...shared,
    title: kind === 'signature' ? `${name} ${text}: this call fails` : `${name} ${text}`,
    at: placeOfCall({ file, call }),
    related: [...places.slice(1), definition],
  };
}

function placeOfCall({ file, call: [, line, column, endColumn] }: Pick<Problem, 'file' | 'call'>): Place {
  return placeOf(file, [line, column, endColumn]);
}

/** The name of the function where its line is new, otherwise its first parameter on a new line. */
function placeOfCause({ change }: Comparison, { file, at, parameters = [] }: Callable): Place {
  const lines = change.changed.get(file);
  return placeOf(file, [at, ...parameters].find(([line]) => lines?.has(line)) ?? at);
}
