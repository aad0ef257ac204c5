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

/** The id of a review, one that can be asked for and written into a sentence. */
export function reviewId(source: JsonObject): string | undefined {
  return firstReadable(source, idNames, value => {
    const id = asText(value);
    return id === undefined || id.length > 500 || /[\p{Cc}\p{Cs}]/u.test(id) ? undefined : id;
  });
}

/**
 * The word for the state of a review. Of two words the one that promises less counts; a number or `success` beside
 * another is that of the answer.
 */
export function reviewStatus(source: JsonObject): string | undefined {
  const words = statusNames.map(name => firstReadable(source, [name], asWord)).filter(word => word !== undefined);
  const own = words.filter(word => !/^(?:success|ok|true|\d+)$/i.test(word.trim()));
  const [first] = own.length === 0 ? words : own;
  if (first === undefined || stateOfWord(first) !== 'completed') return first;
  return own.find(word => ['running', 'failed', 'notRun'].includes(stateOfWord(word))) ?? first;
}

/** A review and what it was found in. */
export interface FoundReview {
  /** What all of them say together. */
  readonly review: JsonObject;
  /** The review's own object and the envelopes around it, the outermost first. */
  readonly layers: readonly JsonObject[];
  /** The lists and texts on the way to it; whatever else is in them is of other reviews. */
  readonly way: readonly unknown[];
}

/**
 * The review in an answer, out of its envelopes: what they say beside it is said of it too, as that there is more.
 * @param id of the review that was asked for, where the answer is a list of them
 * @returns undefined where nothing in the answer has a status
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
  // What has an id and a status is the review, and what it holds is its judgement or the rest of it.
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

/** What one object says of another that it holds or stands in: not its own status, nor words for its status. */
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
