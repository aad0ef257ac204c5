import type { Context } from 'hono';
import { problemJson } from './problemJson.ts';

/** The response for an id that no review has. @param keepDays number of days that reviews are kept */
export function unknownReview(context: Context, keepDays: number): Response {
  const days = keepDays === 1 ? '1 day' : `${keepDays} days`;
  return problemJson(context, 404, `There is no review of this id. Reviews are kept for ${days}.`);
}
