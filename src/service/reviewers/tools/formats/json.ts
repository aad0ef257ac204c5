import { isObject, type JsonObject } from '../../../../api/decode/aliases.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { ToolFailure } from '../toolFailure.ts';

const none: JsonObject = {};

/** Parses JSON. @throws ToolFailure if it is invalid */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const said = plainLine(text, 100);
    throw new ToolFailure(`it wrote ${said === '' ? 'nothing' : `something that is no JSON (${said})`}`, error);
  }
}

/** Returns an object as it is, and an empty one for any other value. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : none;
}

/** Returns the first items of an array; none for any other value. */
export function toList(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]).slice(0, most) : [];
}

/** Returns non-empty text; undefined for any other value. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a whole number of at least `least`; undefined for any other value. */
export function toInteger(value: unknown, least = 0): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
}
