import { type JsonObject } from '../aliases.ts';
import { asBoolean, asCount } from '../values.ts';
import { wordSet, wordsOfName } from './words.ts';
import { saysNothing } from './prose.ts';

/** What kept a review from a part, as the name of a flag, a count, a list or a reason. */
const stops =
  /^(?:skip|skipped|cancell?ed|aborted|superseded|expired|paused|stopped|interrupted|killed|terminated|crashed|timed_out|throttled|failed|errored|rate_limited|not_(?:reviewed|analy[sz]ed|scanned)|un(?:reviewed|processed|analy[sz]ed|scanned|finished)|(?:\w+_)?(?:limit|quota|budget)_(?:hit|reached|exceeded))$/;
/** The same as the name of a flag, a count or a list; a text may be a time. */
const counted = /^(?:pending|queued|running|in_progress|limited)$|truncated|partial|incomplete/;
/** The same as the name of a flag; a number or a text may be a setting. */
const flags = wordSet('timeout fallback stale degraded');
/** Words with which a name is about the review: alone, `draft` is about the pull request and `coverage` about its tests. */
const ofReview = wordSet('review analysis scan file');
/** What stands for the end of a review, as the name of a flag. */
const ends = wordSet('complete completed finish finished reviewed analyzed analysed scanned processed final done');
/** Words beside these that change nothing. */
const fillers = wordSet(`is has was been got still early fully all review analysis scan job run result count number num
  total of the flag used file line chunk hunk batch batche part path agent reviewer reason by at`);

const doing =
  wordSet(`reviewed analyzed analysed scanned processed checked read examined inspected covered done complete
  completed finished`);
const units = wordSet('file line chunk hunk batch batche agent reviewer commit part path');
const wholes = wordSet('total all changed expected overall');
const counters = wordSet('count number num of');
/** Words beside a share of the whole, such as `progress`. */
const sharing = wordSet('review file line diff analysis scan percent percentage pct ratio complete completed');

/** Whether a member such as `timed_out: true`, `files_skipped: 3` or `complete: false` says that a review is not complete. */
export function isUnfinished(name: string, value: unknown): boolean {
  const words = wordsOfName(name);
  const own = words.filter(word => !fillers.has(word));
  const key = own.join('_');
  const flag = asBoolean(value);
  if (flag === false) return own.length === 1 && ends.has(key);
  const amount = asCount(value);
  if (amount === 0) return readUnit(words) !== undefined && words.some(word => units.has(word));
  const isSo = flag === true || amount !== undefined;
  if (isSo && key === 'remaining') return words.some(word => units.has(word));
  if (stops.test(key)) return isSo || (typeof value === 'string' && !saysNothing(value) && /[\p{L}\p{N}]/u.test(value));
  const isFlag = flags.has(key) || (key === 'draft' && words.some(word => ofReview.has(word)));
  return isSo && (counted.test(key) || (flag === true && isFlag)) ? true : isBelowWhole(words, value);
}

/** Counts such as `files_reviewed: 3` beside `files_total: 9`: the name of the first, and both numbers. */
export function shortfallIn(source: JsonObject): { name: string; read: number; whole: number } | undefined {
  const read: { name: string; amount: number; unit: string }[] = [];
  const wholeBy = new Map<string, number>();
  for (const [name, value] of Object.entries(source)) {
    const amount = asCount(value);
    if (amount === undefined) continue;
    const words = wordsOfName(name);
    const part = readUnit(words);
    // `files: 9` counts all of them.
    const whole = words.length === 1 && units.has(words[0] ?? '') ? words[0] : unitBeside(words, wholes);
    // The lines of a file are more than those that changed.
    if (part !== undefined && part !== 'line') read.push({ name, amount, unit: part });
    if (whole !== undefined) wholeBy.set(whole, Math.max(amount, wholeBy.get(whole) ?? 0));
  }
  const short = read.find(({ amount, unit }) => amount < (wholeBy.get(unit) ?? 0));
  return short && { name: short.name, read: short.amount, whole: wholeBy.get(short.unit) ?? 0 };
}

/** The unit in the name of a count of what was read, empty if it names none; undefined for other names. */
function readUnit(words: readonly string[]): string | undefined {
  // What is covered without a unit is covered by tests.
  return words.join() === 'covered' ? undefined : unitBeside(words, doing);
}

/** The unit in a name that consists of one of some words, perhaps a unit, and words of counting. */
function unitBeside(words: readonly string[], keys: ReadonlySet<string>): string | undefined {
  const unit = words.find(word => units.has(word)) ?? '';
  const rest = words.filter(word => word !== unit && !counters.has(word));
  return rest.some(word => keys.has(word)) && rest.every(word => keys.has(word) || word === 'total') ? unit : undefined;
}

/** Whether a member such as `review_coverage: 0.4` is a share of the whole; 0 may mean that it was not measured. */
function isBelowWhole(words: readonly string[], value: unknown): boolean {
  const key = words.find(word => word === 'coverage' || word === 'progress' || word === 'percent');
  if (key === undefined || !words.every(word => word === key || sharing.has(word))) return false;
  if (key === 'coverage' && !words.some(word => ofReview.has(word))) return false;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const written = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(value)?.[1] : value;
  const share = Number(written ?? Number.NaN);
  return share > 0 && share < 100 && (share !== 1 || String(value).includes('%'));
}
