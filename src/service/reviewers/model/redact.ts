import path from 'node:path';
import type { DiffFile } from '../../engine/diffModel.ts';
import { isTestPath } from '../../engine/reviewer.ts';
import { secretsReviewer } from '../secrets/secretsReviewer.ts';

/** Stands where a secret was. */
export const redactedMark = '[redacted]';

// The reviewer tells one secret a line, so a line with several of them takes several rounds.
const mostRounds = 8;
const longestKey = 8_000;

/** Takes everything out of a text that the secret reviewer finds in it; the number of its lines stays the same. */
export async function redact(file: string, text: string, signal: AbortSignal): Promise<string> {
  let clean = text;
  for (let round = 0; round < mostRounds; round++) {
    const ranges = await secretsIn(file, clean, signal);
    if (ranges.length === 0) return clean;
    clean = ranges.reduceRight((rest, { start, end }) => {
      const last = rest.startsWith('-----BEGIN', start) ? endOfKey(rest, end) : end;
      return rest.slice(0, start) + redactedMark + breaksOf(rest.slice(start, last)) + rest.slice(last);
    }, clean);
  }
  // What is still found is not worth its line.
  const left = await secretsIn(file, clean, signal);
  return left.reduceRight((rest, { start, end }) => {
    const from = rest.lastIndexOf('\n', start) + 1;
    const to = rest.indexOf('\n', end);
    const gone = rest.slice(from, to < 0 ? rest.length : to);
    return rest.slice(0, from) + redactedMark + breaksOf(gone) + (to < 0 ? '' : rest.slice(to));
  }, clean);
}

/** The reviewer tells of a private key by its first line. */
function endOfKey(text: string, from: number): number {
  const rest = text.slice(from, from + longestKey);
  const closing = /-----END [A-Z ]{0,40}-----/.exec(rest);
  const length = closing === null ? /^[A-Za-z0-9+/=\s\\]*/.exec(rest)?.[0].length : closing.index + closing[0].length;
  return from + (length ?? 0);
}

interface Span {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

async function secretsIn(file: string, text: string, signal: AbortSignal): Promise<Span[]> {
  const lines = text.split(/\r?\n/);
  // Keys among tests are not worth a comment, since most are made up. One that is not must not go to a model all the same.
  const base = path.posix.basename(file);
  const name = isTestPath(base) ? `shown${path.extname(base)}` : base;
  const asShown: DiffFile = { path: name, text, lines, added: new Set(lines.keys()) };
  const diff = { mergeBase: '', files: [asShown], unreviewed: [], addedLines: lines.length };
  const answer = await secretsReviewer.review(diff, signal);
  if (answer.status !== 'ok') throw new Error(`Secrets could not be looked for: ${answer.reason}`);
  const starts = lineStarts(text);
  return answer.findings
    .map(({ range }) => ({
      start: (starts[range.startLine - 1] ?? 0) + range.startColumn - 1,
      end: (starts[range.endLine - 1] ?? 0) + range.endColumn - 1,
    }))
    .sort((a, b) => a.start - b.start);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function breaksOf(text: string): string {
  return text.replace(/[^\n]+/g, '');
}
