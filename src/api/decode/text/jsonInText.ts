import { tryParseJson } from '../../../core/base/jsonText.ts';
import { splitLines } from '../../../core/base/splitLines.ts';
import { fencedBlocks } from './fencedBlocks.ts';

/** JSON embedded in text, as in the answers of models. */
export interface JsonInText {
  readonly value: unknown;
  /** The text around the JSON; empty if there is none. */
  readonly prose: string;
}

/** Parses JSON objects or lists in text: the whole text, fenced blocks, or one per line; undefined if there are none. */
export function jsonInText(text: string): JsonInText | undefined {
  const trimmed = text.trim();
  const value = /^[[{]/.test(trimmed) ? (parsed(trimmed) ?? parsedLines(trimmed)) : undefined;
  if (value !== undefined) return { value, prose: '' };
  return /`{3}|~{3}/.test(trimmed) ? inBlocks(splitLines(trimmed)) : undefined;
}

function inBlocks(lines: readonly string[]): JsonInText | undefined {
  const held = fencedBlocks(lines).flatMap(block => {
    const value = /^(?:json[\w]*)?$/i.test(block.info) ? parsed(block.text.trim()) : undefined;
    return value === undefined ? [] : [{ value, block }];
  });
  if (held.length === 0) return undefined;
  const prose = lines.filter((_, index) => held.every(({ block }) => index < block.opening || index > block.closing));
  const values = held.map(({ value }) => value);
  return { value: values.length === 1 ? values[0] : values.flat(), prose: prose.join('\n').trim() };
}

/** Parses JSON with limits in proportion to its length, since a response may contain many such texts. */
function parsed(text: string): unknown {
  const bounds = { depth: 50, containers: 8 + text.length / 12, values: 8 + text.length / 4 };
  return /^[[{]/.test(text) ? tryParseJson(text, bounds) : undefined;
}

function parsedLines(text: string): unknown {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  if (lines.length < 2 || !lines.every(line => line.startsWith('{'))) return undefined;
  const values = lines.map(line => parsed(line.trim()));
  return values.includes(undefined) ? undefined : values;
}
