import { nameSet, type JsonObject } from '../aliases.ts';
import { countHolders, inside, type Around } from './around.ts';
import * as claims from './claims.ts';
import * as words from './claimWords.ts';
import { severityOfWord } from '../text/severityWords.ts';
import { inEnglish } from '../text/foreignWords.ts';
import { hasAny, wordsOfName } from '../text/words.ts';
import { asCount, asInteger } from '../values.ts';

/** Names of the number of elements on all pages, where `total` and `count` may be that of pages. */
const pageTotals = nameSet('totalCount totalElements totalItems totalResults');
const totals = new Set([...pageTotals, 'total', 'count']);

/** The highest count of findings in an object, by the names around it and those of its members. */
export function highestCount(object: JsonObject, around: Around): number {
  // An object with a singular name, such as `error`, is one.
  const isOne = words.findings.has(/[a-z][a-z]*$/i.exec(around.name)?.[0].toLowerCase() ?? '');
  const isMap = !isOne && claims.countsFindings(around.name);
  const isHolder = isMap || around.depth === 0 || countHolders.has(around.plain);
  const settled = settledCounts(object, around.depth);
  const counts = Object.entries(object).map(([name, member]) => {
    const { name: whole, plain } = inside(name, around);
    const isTotal = (isHolder && totals.has(plain)) || (around.plain === 'page' && pageTotals.has(plain));
    const isCount = isTotal || claims.namesCount(whole);
    const isNumber = claims.countsFindings(whole) || (isMap && !claims.namesMeasure(name));
    const amount = isCount ? asCount(member) : isNumber ? asInteger(member) : 0;
    const noun = totalOf(wordsOfName(name));
    const nouns = noun === undefined ? [] : new Set([noun, '']);
    return [...nouns].reduce((rest, each) => rest - (settled.get(each) ?? 0), amount ?? 0);
  });
  return Math.max(0, isHolder ? bySeverity(object) : 0, ...counts);
}

/** How many are none any more, as `resolved` or `open` beside a total says, by the nouns in the name. */
function settledCounts(object: JsonObject, depth: number): ReadonlyMap<string, number> {
  const settled = new Map<string, number>();
  for (const [name, value] of Object.entries(object)) {
    const all = wordsOfName(name);
    const rest = all.filter(word => !words.past.has(word) && !words.open.has(word));
    const [noun, isOpen] = [rest.length < all.length ? totalOf(rest) : undefined, hasAny(all, words.open)];
    if (noun === undefined || (depth === 0 && (isOpen || noun === ''))) continue;
    // What is open counts by itself.
    const amount = asCount(value);
    if (amount !== undefined) settled.set(noun, (settled.get(noun) ?? 0) + (isOpen ? Infinity : amount));
  }
  return settled;
}

/** The nouns for findings in the name of a total, such as `threads` or `total_count`; undefined for another name. */
function totalOf(all: readonly string[]): string | undefined {
  const nouns = all.filter(word => words.findings.has(word));
  return all.every(word => nouns.includes(word) || words.totals.has(word)) ? nouns.join() : undefined;
}

/** The sum of counts by severity such as `critical`, `high_count` and `minorIssues`. */
function bySeverity(object: JsonObject): number {
  return Object.entries(object).reduce((sum, [name, value]) => {
    const word = inEnglish(name).replace(/[_-]?(?:count|issues|findings|comments)$/i, '');
    const severity = severityOfWord(word) ?? 'praise';
    return severity === 'praise' ? sum : sum + Math.max(0, asInteger(value) ?? 0);
  }, 0);
}
