import { firstOf, isObject, joined, names, nameSet, plainName, tableOf, valuesAt, type JsonObject } from './aliases.ts';
import tables from './tables/review.json' with { type: 'json' };
import { jsonInText } from './text/jsonInText.ts';
import { stateOfWord } from './text/statusWords.ts';
import { asPhrase, asText, asWord } from './values.ts';

/** Names of the members of a review. */
export const aliases = tableOf(tables.review, names);
/** Names of what an object says of itself and not of a related one. */
const ownNames = nameSet(`${aliases.status} message code`);
const deepest = 4;

/** A review, merged of all layers of the answer, and how it was found. */
export interface FoundReview {
  readonly review: JsonObject;
  /** The envelopes and the review's own object, outermost first. */
  readonly layers: readonly JsonObject[];
  /** The lists and texts on the path to it; their other elements belong to other reviews. */
  readonly way: readonly unknown[];
}

/** The id of a review, if it is valid in a URL and in a message. */
export function reviewId(source: JsonObject): string | undefined {
  return firstOf(source, aliases.id, value => {
    const id = asText(value);
    return id === undefined || id.length > 500 || /[\p{Cc}\p{Cs}]/u.test(id) ? undefined : id;
  });
}

/**
 * The status word of a review. Of two words the less final one counts; a number or `success` next to another word is
 * the status of the response.
 */
export function reviewStatus(source: JsonObject): string | undefined {
  const words = valuesAt(source, aliases.status).flatMap(([, value]) => asWord(value) ?? []);
  const own = words.filter(word => !/^(?:success|ok|true|\d+)$/i.test(word.trim()));
  const first = own[0] ?? words[0];
  if (first === undefined || stateOfWord(first) !== 'completed') return first;
  return own.find(word => ['running', 'failed', 'notRun'].includes(stateOfWord(word))) ?? first;
}

/** The verdict that some services give next to the status; undefined if there is none. */
export function judgementOf(review: JsonObject): string | undefined {
  return firstOf(review, aliases.verdict, each => asPhrase(each, 4));
}

/**
 * Unwraps the review in a response. Members of its envelopes, such as pagination, are merged into it.
 * @param id the requested id, in case the response is a list of reviews; one review may be sent in several parts
 * @returns undefined if nothing in the response has a status
 */
export function reviewIn(answer: unknown, id?: string, depth = 0): FoundReview | undefined {
  const held = typeof answer === 'string' ? jsonInText(answer)?.value : answer;
  const isAsked = (each: unknown): boolean => isObject(each) && id !== undefined && reviewId(each) === id;
  const [source, ...again] = Array.isArray(held) ? (held as unknown[]).filter(isAsked) : [held];
  if (!isObject(source) || depth > deepest) return undefined;
  const way = [answer, held].filter(each => each !== source);
  for (const [name, value] of valuesAt(source, aliases.envelope)) {
    const inner = reviewIn(value, id, depth + 1);
    if (inner === undefined) continue;
    const review = together(source, name, inner.review);
    return { review, layers: [source, ...inner.layers], way: [...way, ...inner.way] };
  }
  if (reviewStatus(source) === undefined) return undefined;
  return { review: source, layers: [source, ...again.filter(isObject)], way };
}

/** Merges a review with its envelope. @param name the plain name of the inner object */
function together(outer: JsonObject, name: string, inner: JsonObject): JsonObject {
  const [status, id] = [reviewStatus(outer), reviewId(outer)];
  // An object with an id and a status is the review; objects in it are its verdict or other parts.
  if (status !== undefined && id !== undefined) {
    const verdict = judgementOf(outer) === undefined ? { conclusion: reviewStatus(inner) } : {};
    return { ...joined({ ...outer, id }, without(inner, ownNames)), ...verdict };
  }
  const isNoAnswer = status !== undefined && ['failed', 'notRun'].includes(stateOfWord(status));
  return {
    ...joined(inner, without(outer, new Set([...ownNames, name]))),
    ...(reviewId(inner) === undefined && id !== undefined && { id }),
    ...(isNoAnswer && { status }),
  };
}

function without(source: JsonObject, omitted: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !omitted.has(plainName(name))));
}
