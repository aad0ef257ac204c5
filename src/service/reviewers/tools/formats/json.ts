import { isObject, type JsonObject } from '../../../../api/decode/aliases.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { ToolFailure } from '../toolFailure.ts';

const none: JsonObject = {};

/** @throws ToolFailure */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const said = plainLine(text, 100);
    throw new ToolFailure(`it wrote ${said === '' ? 'nothing' : `something that is no JSON (${said})`}`, error);
  }
}

/** The object, or an empty one. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : none;
}

/** The first items of the array, or none. */
export function listIn(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]).slice(0, most) : [];
}

/** Text that is not empty. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number from `least` on. */
export function countIn(value: unknown, least = 0): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
}
