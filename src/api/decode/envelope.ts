import { judgementOf } from './incompleteness.ts';
import { asText, asWord, firstReadable, isObject, joined, memberAt, plainName, type JsonObject } from './aliases.ts';
import { jsonInText } from './jsonInText.ts';
import { stateOfWord } from './statusWords.ts';

const idNames = ['id', 'reviewId'];
const statusNames = ['status', 'state', 'reviewStatus', 'reviewState'];
const inside = [
  'data',
  'review',
  'result',
  'response',
  'payload',
  'attributes',
  'node',
  'codereview',
  'body',
  'output',
];
const deepest = 4;

/** The id of a review, if it is valid in a URL and in a message. */
export function reviewId(source: JsonObject): string | undefined {
  return firstReadable(source, idNames, value => {
    const id = asText(value);
    return id === undefined || id.length > 500 || /[\p{Cc}\p{Cs}]/u.test(id) ? undefined : id;
  });
}

/**
 * The status word of a review. Of two words the less final one counts; a number or `success` next to another word is
 * the status of the response.
 */
export function reviewStatus(source: JsonObject): string | undefined {
  const words = statusNames.map(name => firstReadable(source, [name], asWord)).filter(word => word !== undefined);
  const own = words.filter(word => !/^(?:success|ok|true|\d+)$/i.test(word.trim()));
  const [first] = own.length === 0 ? words : own;
  if (first === undefined || stateOfWord(first) !== 'completed') return first;
  return own.find(word => ['running', 'failed', 'notRun'].includes(stateOfWord(word))) ?? first;
}

/** A review and the envelopes it was found in. */
export interface FoundReview {
  /** The merged members of all layers. */
  readonly review: JsonObject;
  /** The envelopes and the review's own object, outermost first. */
  readonly layers: readonly JsonObject[];
  /** The lists and texts on the path to it; their other elements belong to other reviews. */
  readonly way: readonly unknown[];
}

/**
 * Unwraps the review in a response. Members of its envelopes, such as pagination, are merged into it.
 * @param id the requested id, in case the response is a list of reviews
 * @returns undefined if nothing in the response has a status
 */
export function reviewIn(answer: unknown, id?: string, depth = 0): FoundReview | undefined {
  const held = typeof answer === 'string' ? jsonInText(answer)?.value : answer;
  const source = Array.isArray(held) ? elementWith(held, id) : held;
  if (!isObject(source) || depth > deepest) return undefined;
  const way = source === answer ? [] : [answer, held];
  for (const name of inside) {
    const found = reviewIn(memberAt(source, name), id, depth + 1);
    if (found === undefined) continue;
    const layers = [source, ...found.layers];
    return { review: together(source, name, found.review), layers, way: [...way, ...found.way] };
  }
  return reviewStatus(source) === undefined ? undefined : { review: source, layers: [source], way };
}

function together(source: JsonObject, name: string, inner: JsonObject): JsonObject {
  const status = reviewStatus(source);
  const ownId = reviewId(source);
  // An object with an id and a status is the review; objects in it are its verdict or other parts.
  if (status !== undefined && ownId !== undefined)
    return { ...joined({ ...source, id: ownId }, said(inner)), ...judged(source, inner) };
  const outer = said(Object.fromEntries(Object.entries(source).filter(([each]) => plainName(each) !== name)));
  const isNoAnswer = status !== undefined && ['failed', 'notRun'].includes(stateOfWord(status));
  return {
    ...joined(inner, outer),
    ...(reviewId(inner) === undefined && ownId !== undefined ? { id: ownId } : {}),
    ...(isNoAnswer ? { status } : {}),
  };
}

/** The members of an object that also apply to a related one: all but its own status. */
function said(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !unsaid.has(plainName(name))));
}

const unsaid = new Set([...statusNames.map(plainName), 'message', 'code']);

function judged(source: JsonObject, inner: JsonObject): JsonObject {
  return judgementOf(source) === undefined ? { conclusion: reviewStatus(inner) } : {};
}

function elementWith(list: readonly unknown[], id: string | undefined): unknown {
  return id === undefined ? undefined : list.find(each => isObject(each) && reviewId(each) === id);
}
