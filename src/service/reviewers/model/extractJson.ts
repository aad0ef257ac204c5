import { fencedBlocks } from '../../../api/fencedBlocks.ts';

// A hostile text may open braces without end, and each may be followed to the end of the text.
const mostStarts = 40;

/**
 * The JSON object in what a model wrote: the whole text, a fenced block of it or something in braces among prose; the last
 * one that has all the `required` properties, since models think aloud before they answer.
 * @returns undefined where there is none
 */
export function extractJson(text: string, required: readonly string[]): unknown {
  const isWanted = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && required.every(name => Object.hasOwn(value, name));
  const thought = text.lastIndexOf('</think>');
  const answer = (thought < 0 ? text : text.slice(thought + '</think>'.length)).trim();
  const whole = parsed(answer);
  if (isWanted(whole)) return whole;
  const blocks = fencedBlocks(answer.split(/\r?\n/)).map(block => parsed(block.text));
  return blocks.findLast(isWanted) ?? objectsIn(answer).findLast(isWanted);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  let start = text.indexOf('{');
  for (let count = 0; start >= 0 && count < mostStarts; count++) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (value !== undefined) found.push(value);
    start = text.indexOf('{', value === undefined ? start + 1 : end);
  }
  return found;
}

/** Offset behind the brace that closes the one at `start`; braces in strings do not count. */
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
