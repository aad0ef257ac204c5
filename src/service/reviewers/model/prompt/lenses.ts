import { createHash } from 'node:crypto';

/** What a finder looks for in particular, so that several see more than one. */
const lenses = [
  'Values that are not there: null, undefined, None, nil, a missing key or file, an empty list or text, zero, an index out of range; follow each from where it comes to where it is used.',
  'Time and order: a missing await, a promise or error that nobody handles, two requests at once, a check that no longer holds when it is used, a resource that is not released on every path.',
  'The contract with others: for each changed signature, default, return value, error and type, compare the uses and definitions that are shown; does every caller and every implementation still get what it relies on?',
  'What was removed: for each line with "-", name what it guaranteed, and find what guarantees that now.',
  'Slips of the hand: a condition the wrong way round, off by one, swapped arguments, the wrong one of two similar names, code copied from a sibling with one place left as it was.',
  'Trust: input that reaches a query, command, path, page or log unchecked; a permission that is not asked; a secret that gets out; a comparison or a default that lets too much through.',
];

/**
 * Deals what to look for to a number of finders.
 * @param seed the same deal for the same commit
 * @returns for each finder the end of its task
 */
export function dealLenses(finders: number, seed: string): string[] {
  const shuffled = shuffle(lenses, seed, lens => lens);
  return Array.from({ length: finders }, (_, finder) => {
    const own = shuffled.filter((_lens, index) => index % finders === finder);
    return `LOOK IN PARTICULAR FOR\n${own.map(lens => `- ${lens}`).join('\n')}\nOther defects that you see count as well.`;
  });
}

/** Sorts in an order that depends on the seed alone. */
export function shuffle<T>(all: readonly T[], seed: string, nameOf: (each: T) => string): T[] {
  const keys = new Map(
    all.map((each, index) => [
      each,
      createHash('sha256')
        .update(`${seed}\0${index}\0${nameOf(each)}`)
        .digest('hex'),
    ]),
  );
  return [...all].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}
