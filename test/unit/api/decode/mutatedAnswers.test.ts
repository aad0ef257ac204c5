import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { isObject, type JsonObject } from '../../../../src/api/decode/aliases.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import { answerShapes } from './answerShapes.ts';
import { isAllClear } from '../outcomes.ts';
import { tries } from '../../../host/seed.ts';

/** One step away from what the service sends: another value in the place of one that stands in an answer. */
type Mutation = (value: unknown, name: string, pick: (choices: number) => number) => unknown;

const members = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
const renamed = (value: unknown, pick: (choices: number) => number, rename: (name: string) => string): unknown => {
  const all = members(value);
  const chosen = pick(all.length || 1);
  return all.length === 0
    ? value
    : Object.fromEntries(all.map(([name, each], index) => [index === chosen ? rename(name) : name, each]));
};
const one = <T>(pick: (choices: number) => number, choices: readonly T[]): T => choices[pick(choices.length)] as T;
const unusual = [
  'remarks',
  'observations',
  'points',
  'review_items',
  'concerns',
  'zeta',
  'feedbackItems',
  'nits',
  'notes',
  'warnings',
];
const wrappers = ['data', 'result', 'attributes', 'node', 'payload', 'zeta', 'output', 'response', 'review', 'body'];
const states = ['completed', 'COMPLETED', 'done', 'success', 'finished', 'approved', 'passed', 'ready'];

const mutations: Readonly<Record<string, Mutation>> = {
  'in another case': (value, _, pick) =>
    renamed(value, pick, name =>
      one(pick, [
        name.toUpperCase(),
        name.replaceAll('_', ''),
        name.replace(/_(.)/g, (_all, c: string) => c.toUpperCase()),
        name.replaceAll('_', '-'),
      ]),
    ),
  'under an unusual name': (value, _, pick) =>
    Array.isArray(value)
      ? value
      : renamed(value, pick, name => (/^(?:id|status|state)$/i.test(name) ? name : one(pick, unusual))),
  'in an envelope': (value, _, pick) => (isObject(value) ? { [one(pick, wrappers)]: value } : value),
  'in an envelope that says something': (value, _, pick) =>
    isObject(value) ? { [one(pick, wrappers)]: value, success: true, meta: { request_id: 'q' } } : value,
  'in pages': (value, _, pick) =>
    Array.isArray(value)
      ? { [one(pick, ['items', 'nodes', 'values', 'data', 'results', 'list'])]: value, total: value.length }
      : value,
  'in edges': value =>
    Array.isArray(value)
      ? { edges: value.map((node: unknown) => ({ node })), pageInfo: { hasNextPage: false } }
      : value,
  'by id': value =>
    Array.isArray(value) ? Object.fromEntries(value.map((each: unknown, index) => [`c${index}`, each])) : value,
  'by index': value => (Array.isArray(value) ? Object.fromEntries(value.entries()) : value),
  'by file': value => (Array.isArray(value) ? { 'src/app.ts': value } : value),
  'in a list': value => (isObject(value) ? [value] : value),
  'as text': value => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value),
  'as fenced text': value =>
    isObject(value) || Array.isArray(value) ? `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\`` : value,
  'as text amid words': value =>
    Array.isArray(value) ? `This is it:\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\nThat is all.` : value,
  'with words in an object': (value, _, pick) =>
    typeof value === 'string' && value.includes(' ')
      ? { [one(pick, ['text', 'raw', 'markdown', 'value'])]: value }
      : value,
  'with words in a list': value => (typeof value === 'string' && value.includes(' ') ? [value] : value),
  'without a member': (value, _, pick) => {
    const all = members(value).filter(
      ([name, each]) => /^(?:id|status)$/i.test(name) || JSON.stringify(each).includes('finding'),
    );
    const rest = members(value).filter(([name]) => !all.some(([kept]) => kept === name));
    const gone = pick(rest.length || 1);
    return isObject(value) ? Object.fromEntries([...all, ...rest.filter((_each, index) => index !== gone)]) : value;
  },
  'with null': (value, _, pick) => {
    const chosen = pick(members(value).length || 1);
    return isObject(value)
      ? Object.fromEntries(
          members(value).map(([name, each], index) => [
            name,
            index === chosen && !JSON.stringify(each).includes('finding') && !/^(?:id|status)$/i.test(name)
              ? null
              : each,
          ]),
        )
      : value;
  },
  'with text for a number': value => (typeof value === 'number' ? `${value}` : value),
  'with a severity nobody knows': value =>
    isObject(value) && 'severity' in value ? { ...value, severity: 'gruesome' } : value,
  'with another state': (value, name, pick) =>
    name === 'status' && typeof value === 'string' ? one(pick, states) : value,
  'with a count of none': value =>
    isObject(value) && 'status' in value ? { ...value, issues_found: 0, suggestions: 0 } : value,
  'beside an empty list': (value, _, pick) =>
    isObject(value) && 'status' in value
      ? { [one(pick, ['comments', 'issues', 'findings', 'results'])]: [], ...value }
      : value,
  'beside the same in short': (value, _, pick) =>
    isObject(value) && 'status' in value
      ? {
          ...value,
          [one(pick, ['highlights', 'items', 'annotations'])]: [{ path: 'src/app.ts', line: 3, title: 'The value' }],
        }
      : value,
  'with replies': value =>
    isObject(value) && 'body' in value ? { ...value, replies: [{ body: 'Thank you' }] } : value,
  'with an author by name': value =>
    isObject(value) && ('body' in value || 'message' in value) ? { name: 'Alice', ...value } : value,
  'deeper by a list': value => (Array.isArray(value) ? [value] : value),
};

/** The answer with one value in it replaced, its place found by `pick`. */
function mutated(answer: unknown, mutate: Mutation, pick: (choices: number) => number): unknown {
  const places: string[][] = [];
  const visit = (value: unknown, way: string[]): void => {
    places.push(way);
    if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, [...way, name]);
  };
  visit(answer, []);
  const shape = places.filter(way => mutate(at(answer, way), way.at(-1) ?? '', () => 0) !== at(answer, way));
  const way = shape.length === 0 ? undefined : shape[pick(shape.length)];
  return way === undefined
    ? answer
    : replaced(answer, way, way.at(-1) ?? '', (value, name) => mutate(value, name, pick));
}

function at(value: unknown, way: readonly string[]): unknown {
  return way.reduce<unknown>((inner, name) => (inner as JsonObject)[name], value);
}

function replaced(
  value: unknown,
  [first, ...rest]: readonly string[],
  name: string,
  by: (value: unknown, name: string) => unknown,
): unknown {
  if (first === undefined) return by(value, name);
  const inner = replaced((value as JsonObject)[first], rest, name, by);
  if (Array.isArray(value)) return value.map((each: unknown, index) => (`${index}` === first ? inner : each));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([each, old]) => [each, each === first ? inner : old]),
  );
}

describe('an answer of a known service, a few steps away from how it is sent', () => {
  const shape = fc.constantFrom(...Object.keys(answerShapes));
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.array(fc.nat(), { minLength: 4, maxLength: 4 })),
    { maxLength: 4 },
  );

  function made(name: string, changes: readonly (readonly [string, readonly number[]])[]): unknown {
    return changes.reduce<unknown>((answer, [change, numbers]) => {
      let turn = 0;
      const pick = (choices: number): number => (numbers[turn++ % numbers.length] ?? 0) % choices;
      const mutate = mutations[change];
      return mutate === undefined ? answer : mutated(answer, mutate, pick);
    }, answerShapes[name]?.());
  }

  it('is no all-clear, and loses nothing without a word', () => {
    fc.assert(
      fc.property(shape, steps, (name, changes) => {
        const answer: unknown = JSON.parse(JSON.stringify(made(name, changes)));
        const wanted = JSON.stringify(answer).match(/finding\d+x/g) ?? [];
        let review: Review;
        try {
          review = decodeReview(answer, 'r');
        } catch (error) {
          // That it is no review is a word.
          assert.ok(CodeReviewError.is(error, 'service'), String(error));
          return;
        }
        if (wanted.length === 0) return;
        const { comments, undecoded, gaps = [], notes } = review;
        assert.ok(!isAllClear(review) || gaps.length > 0, `all clear: ${JSON.stringify(answer)}`);
        // That the service sent no comments, or that something was not understood or is missing, is a word as well.
        if (review.state !== 'completed' || comments === undefined || undecoded.length + gaps.length > 0) return;
        const shown = JSON.stringify([comments.map(({ title, body }) => [title, body]), notes]);
        const lost = wanted.filter(word => !shown.includes(word));
        assert.equal(lost.length, 0, `${lost.join()} of ${JSON.stringify(answer)}`);
      }),
      { numRuns: tries(28_000) },
    );
  });
});
