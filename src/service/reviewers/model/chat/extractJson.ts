import { fencedBlocks } from '../../../../api/decode/text/fencedBlocks.ts';
import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';

// Hostile text may open many braces, each of which costs a scan to the end.
const mostStarts = 40;

/**
 * Extracts the JSON object from a model's text: the whole text, a fenced block or braces within prose. Takes the last
 * object that has all required properties, since models think aloud before they answer.
 * @returns undefined if there is none
 */
export function extractJson(text: string, { schema, user }: Pick<CompletionRequest, 'schema' | 'user'>): unknown {
  const isWanted = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && schema.required.every(name => Object.hasOwn(value, name));
  const answer = withoutThoughts(text);
  const whole = [text, answer].map(parsed).find(isWanted);
  if (whole !== undefined) return whole;
  const blocks = fencedBlocks(answer.split(/\r?\n/)).map(block => parsed(block.text));
  return blocks.findLast(isWanted) ?? objectsIn(answer, user).findLast(isWanted);
}

/** The text after the thoughts; empty if they do not end. */
function withoutThoughts(text: string): string {
  const last = [...text.matchAll(/<(\/?)(?:think|thinking|thought|reasoning)>/gi)].at(-1);
  if (last === undefined) return text;
  return last[1] === '/' ? text.slice(last.index + last[0].length) : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Skips objects that occur in the prompt's data: data must not bring its own answer. */
function objectsIn(text: string, data: string): unknown[] {
  const found: unknown[] = [];
  let start = text.indexOf('{');
  for (let count = 0; start >= 0 && count < mostStarts; count++) {
    const end = endOfObject(text, start);
    const slice = text.slice(start, end);
    const value = end === undefined ? undefined : parsed(slice);
    if (value !== undefined && !data.includes(slice)) found.push(value);
    start = text.indexOf('{', value === undefined ? start + 1 : end);
  }
  return found;
}

/** The offset after the brace that closes the one at `start`; braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
