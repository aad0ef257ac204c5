import { firstOf, isObject, joined, nameSet, plainName, valuesAt, type JsonObject, names } from './aliases.ts';
import { asText, asWord } from './values.ts';
import { jsonInText } from './text/jsonInText.ts';
import { stateOfWord } from './text/statusWords.ts';
import { judgementIn } from './text/verdictWords.ts';

const idNames = names('id reviewId');
const statusNames = names('status state reviewStatus reviewState');
const judgementNames = names('conclusion outcome verdict decision result overallCorrectness');
const envelopeNames = names('data review result response payload attributes node codereview body output');
/** Names of what an object says of itself and not of a related one. */
const ownNames = nameSet('status state reviewStatus reviewState message code');
const deepest = 4;

/** A review and the envelopes it was found in. */
export interface FoundReview {
  /** The merged members of all layers. */
  readonly review: JsonObject;
  /** The envelopes and the review's own object, outermost first. */
  readonly layers: readonly JsonObject[];
  /** The lists and texts on the path to it; their other elements belong to other reviews. */
  readonly way: readonly unknown[];
}

/** The id of a review, if it is valid in a URL and in a message. */
export function reviewId(source: JsonObject): string | undefined {
  return firstOf(source, idNames, value => {
    const id = asText(value);
    return id === undefined || id.length > 500 || /[\p{Cc}\p{Cs}]/u.test(id) ? undefined : id;
  });
}

/**
 * The status word of a review. Of two words the less final one counts; a number or `success` next to another word is
 * the status of the response.
 */
export function reviewStatus(source: JsonObject): string | undefined {
  const words = valuesAt(source, statusNames).flatMap(([, value]) => asWord(value) ?? []);
  const own = words.filter(word => !/^(?:success|ok|true|\d+)$/i.test(word.trim()));
  const [first] = own.length === 0 ? words : own;
  if (first === undefined || stateOfWord(first) !== 'completed') return first;
  return own.find(word => ['running', 'failed', 'notRun'].includes(stateOfWord(word))) ?? first;
}

/** The verdict that some services give next to the status; undefined if there is none. */
export function judgementOf(review: JsonObject): string | undefined {
  return firstOf(review, judgementNames, value => judgementIn(asWord(value)));
}

/**
 * Unwraps the review in a response. Members of its envelopes, such as pagination, are merged into it.
 * @param id the requested id, in case the response is a list of reviews
 * @returns undefined if nothing in the response has a status
 */
export function reviewIn(answer: unknown, id?: string, depth = 0): FoundReview | undefined {
  const held = typeof answer === 'string' ? jsonInText(answer)?.value : answer;
  const [source, ...again] = Array.isArray(held) ? elementsWith(held, id) : [held];
  if (!isObject(source) || depth > deepest) return undefined;
  const way = [answer, held].filter(each => each !== source);
  const [inside] = valuesAt(source, envelopeNames).flatMap(([name, value]) => {
    const found = reviewIn(value, id, depth + 1);
    return found ? [{ ...found, review: together(source, name, found.review) }] : [];
  });
  if (inside !== undefined)
    return { review: inside.review, layers: [source, ...inside.layers], way: [...way, ...inside.way] };
  return reviewStatus(source) === undefined
    ? undefined
    : { review: source, layers: [source, ...again.filter(isObject)], way };
}

/** The elements with an id; one review may be sent in several parts. */
function elementsWith(list: readonly unknown[], id: string | undefined): readonly unknown[] {
  return id === undefined ? [] : list.filter(each => isObject(each) && reviewId(each) === id);
}

/** Merges a review with its envelope. @param name the plain name of the inner object */
function together(outer: JsonObject, name: string, inner: JsonObject): JsonObject {
  const status = reviewStatus(outer);
  const id = reviewId(outer);
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
