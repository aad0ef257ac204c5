import { fencedBlocks } from './fencedBlocks.ts';
import { parseJson } from '../../core/base/jsonText.ts';

/** JSON that a text holds, as models answer it. */
export interface JsonInText {
  readonly value: unknown;
  /** What the text says around it; empty where it is nothing but JSON. */
  readonly prose: string;
}

/**
 * The object or array that a text holds: as a whole, in fenced blocks, or one on each line.
 * @returns undefined for text that is no such thing
 */
export function jsonInText(text: string): JsonInText | undefined {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    const value = parsed(trimmed) ?? parsedLines(trimmed);
    if (value !== undefined) return { value, prose: '' };
  }
  return /`{3}|~{3}/.test(trimmed) ? inBlocks(trimmed) : undefined;
}

function inBlocks(text: string): JsonInText | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  const held = fencedBlocks(lines).flatMap(block => {
    const value = /^(?:json[\w]*)?$/i.test(block.info) ? parsed(block.text.trim()) : undefined;
    return value === undefined ? [] : [{ value, block }];
  });
  if (held.length === 0) return undefined;
  const prose = lines.filter((_, index) => held.every(({ block }) => index < block.opening || index > block.closing));
  const values = held.map(({ value }) => value);
  return { value: values.length === 1 ? values[0] : values.flat(), prose: prose.join('\n').trim() };
}

/** The work is bounded by the text's own length, since there may be as many such texts as an answer has room for. */
function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return parseJson(text, { depth: 50, containers: 8 + text.length / 12, values: 8 + text.length / 4 });
  } catch {
    return undefined;
  }
}

function parsedLines(text: string): unknown {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  if (lines.length < 2 || lines.some(line => !line.startsWith('{'))) return undefined;
  const values = lines.map(line => parsed(line.trim()));
  return values.includes(undefined) ? undefined : values;
}
