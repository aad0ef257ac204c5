import { secretPatterns, type SecretPattern } from './patterns.ts';
import { isPlaceholder } from './placeholders.ts';
import { presetMatches } from './presetRules.ts';

/** A secret in a text; all offsets are UTF-16 offsets. */
export interface Secret {
  /** The whole match, such as a connection string. */
  readonly start: number;
  readonly end: number;
  /** The part that must not be shown. */
  readonly from: number;
  readonly to: number;
  /** Ends the sentence "This line holds a …". */
  readonly name: string;
  readonly rule: string;
  readonly url?: string | undefined;
}

/** How far from a match `publicBeside` may be, in characters. */
const near = 400;

/** Finds every secret in a text, in order and without duplicates. @param path some forms count only in certain files */
export function findSecrets(path: string, text: string): Secret[] {
  const own = apart(secretPatterns.flatMap(pattern => ofPattern(pattern, text)));
  let next = 0;
  // Our own patterns know which part is secret.
  const more = ofPreset(path, text).filter(({ start, end }) => {
    while ((own[next]?.end ?? Infinity) <= start) next++;
    return (own[next]?.start ?? Infinity) >= end;
  });
  return apart([...own, ...more]);
}

/** Sorts secrets, and merges overlapping ones under the name of the first. */
function apart(secrets: readonly Secret[]): Secret[] {
  const kept: Secret[] = [];
  for (const secret of [...secrets].sort((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || secret.start >= last.end) kept.push(secret);
    else
      kept[kept.length - 1] = {
        ...last,
        end: Math.max(last.end, secret.end),
        from: Math.min(last.from, secret.from),
        to: Math.max(last.to, secret.to),
      };
  }
  return kept;
}

function ofPattern({ name, pattern, publicBeside }: SecretPattern, text: string): Secret[] {
  const rule = `secrets/${name.toLowerCase().replaceAll(' ', '-')}`;
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups, indices }) => {
    if (isPlaceholder(whole, groups?.['secret'])) return [];
    if (publicBeside?.test(text.slice(Math.max(0, index - near), index + near)) === true) return [];
    const end = index + whole.length;
    if (isCutShort(text, end) || (name === 'private key' && leftOut.test(text.slice(end, end + longestBreak))))
      return [];
    const [from, to] = indices?.groups?.['secret'] ?? [index, end];
    return [{ start: index, end, from, to, name, rule }];
  });
}

/** A line with dots alone, in place of the lines of a key, with the marks of a comment or a text around it. */
const leftOut = /^[\s"'`*#/+,\\nr]*(?:\.\.\.|…)["'`,+\\nr \t]*(?:[\r\n]|$)/;
/** Of what stands between two lines of a key and such a line, in characters. */
const longestBreak = 60;

/** Whether only the beginning of a secret is shown: `sk-proj-cxip…`. */
function isCutShort(text: string, end: number): boolean {
  return text.startsWith('...', end) || text.startsWith('…', end);
}

function ofPreset(path: string, text: string): Secret[] {
  return apart(
    presetMatches(path, text)
      .filter(({ start, end }) => !isPlaceholder(text.slice(start, end)) && !isCutShort(text, end))
      .map(({ start, end, name, url }) => ({
        start,
        end,
        from: start,
        to: end,
        name: `secret (${name})`,
        rule: `secrets/${name}`,
        url,
      })),
  );
}
