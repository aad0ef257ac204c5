import { nameSet, type JsonObject } from '../aliases.ts';
import { countHolders, inside, type Around } from './around.ts';
import * as claims from './claims.ts';
import * as words from './claimWords.ts';
import { severityOfWord } from '../text/severityWords.ts';
import { hasAny, wordsOfName } from '../text/words.ts';
import { asCount, asInteger } from '../values.ts';

/** Names of the number of elements on all pages, where `total` and `count` may be that of pages. */
const pageTotals = nameSet('totalCount totalElements totalItems totalResults');
const totals = new Set([...pageTotals, 'total', 'count']);

/** The highest count of findings in an object, by the names around it and those of its members. */
export function highestCount(object: JsonObject, around: Around): number {
  const isMap = claims.countsFindings(around.name, true);
  const isHolder = isMap || around.depth === 0 || countHolders.has(around.plain);
  const settled = isMap ? settledCount(object) : 0;
  const counts = Object.entries(object).map(([name, member]) => {
    const { name: whole, plain } = inside(name, around);
    const isTotal = (isHolder && totals.has(plain)) || (around.plain === 'page' && pageTotals.has(plain));
    const isCount = isTotal || claims.countsFindings(whole);
    const amount = (isCount ? asCount(member) : isMap && !claims.namesMeasure(name) ? asInteger(member) : 0) ?? 0;
    return wordsOfName(name).every(word => words.ofTotal.has(word)) ? amount - settled : amount;
  });
  return Math.max(0, isHolder ? bySeverity(object) : 0, ...counts);
}

/** How many of a total are none any more, as `resolved` beside it says; all where what is open is counted by itself. */
function settledCount(object: JsonObject): number {
  const isOf = (name: string, set: ReadonlySet<string>): boolean =>
    hasAny(wordsOfName(name), set) && wordsOfName(name).every(word => set.has(word) || words.ofTotal.has(word));
  const counts = Object.entries(object).filter(([, value]) => asCount(value) !== undefined);
  if (counts.some(([name]) => isOf(name, words.open))) return Infinity;
  return counts.reduce((sum, [name, value]) => sum + (isOf(name, words.past) ? (asCount(value) ?? 0) : 0), 0);
}

/** The sum of counts by severity such as `critical`, `high_count` and `minorIssues`. */
function bySeverity(object: JsonObject): number {
  return Object.entries(object).reduce((sum, [name, value]) => {
    const severity = severityOfWord(name.replace(/[_-]?(?:count|issues|findings|comments)$/i, '')) ?? 'praise';
    return severity === 'praise' ? sum : sum + Math.max(0, asInteger(value) ?? 0);
  }, 0);
}
