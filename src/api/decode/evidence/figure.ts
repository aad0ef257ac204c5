import { firstOf, isObject, names, nameSet, plainName, type JsonObject } from '../aliases.ts';
import { asBoolean, asInteger, asText } from '../values.ts';

const figureNames = names('metric metricKey key name title label');
const amountNames = names('value actualValue count period.value');
const figureParts = nameSet(`${figureNames} value actualValue count period`);
/** What a finding has, and a figure has not. */
const findingNames = names('path file line severity');
const textNames = names('message body description text explanation details');

/**
 * Reads a figure such as `{ metric: 'new_bugs', value: '3' }`, or a condition such as `{ type: 'Ready', status: 'True' }`,
 * as a member of its name; with what else stands beside it.
 */
export function figureIn(value: unknown): readonly [figure: JsonObject, rest: JsonObject] | undefined {
  if (!isObject(value) || firstOf(value, findingNames) !== undefined) return undefined;
  const [condition, isMet] = [firstOf(value, 'type', asText), firstOf(value, 'status', asBoolean)];
  if (condition !== undefined && isMet !== undefined)
    return [{ [condition]: isMet }, pick(value, ([, each]) => typeof each === 'object')];
  const name = firstOf(value, figureNames, asText);
  const isText = /^(?:text|date|link|string)$/i.test(firstOf(value, 'type', asText) ?? '');
  const amount = firstOf(value, amountNames, each => asBoolean(each) ?? asInteger(each) ?? (isText ? each : undefined));
  if (name === undefined || amount === undefined || firstOf(value, textNames) !== undefined) return undefined;
  return [{ [name]: amount }, pick(value, ([each]) => !figureParts.has(plainName(each)))];
}

function pick(source: JsonObject, isWanted: (member: readonly [string, unknown]) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(isWanted));
}
