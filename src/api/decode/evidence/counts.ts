import { nameSet, type JsonObject } from '../aliases.ts';
import { severityOfWord } from '../text/severityWords.ts';
import { wordsOfName } from '../text/words.ts';
import { asCount, asInteger } from '../values.ts';
import { holdsCounts, inside, kinds, meaningOf, namesMeasure, type Around } from './names.ts';
import { words } from './words.ts';

/** Names of the number of elements on all pages, where `total` and `count` may be that of pages. */
const pageTotals = nameSet('totalCount totalElements totalItems totalResults');
const totals = new Set([...pageTotals, 'total', 'count']);

/** The highest count of findings in an object, by the names around it and those of its members. */
export function highestCount(object: JsonObject, around: Around, isAbout: boolean): number {
  const isMap = isAbout && holdsCounts(around.name);
  const isHolder = isMap || around.depth === 0 || kinds.counts.has(around.own.plain);
  const settled = isMap ? settledCount(object) : 0;
  const counts = Object.entries(object).map(([name, member]) => {
    if (!isAbout || (asCount(member) ?? 0) === 0) return 0;
    const { name: whole, own } = inside(name, around);
    const isTotal = (isHolder && totals.has(own.plain)) || (around.own.plain === 'page' && pageTotals.has(own.plain));
    const isCount = isTotal || meaningOf(whole).countsFindings;
    const amount = (isCount ? asCount(member) : isMap && !namesMeasure(name) ? asInteger(member) : 0) ?? 0;
    return isOf(name, words.ofTotal) ? amount - settled : amount;
  });
  return counts.reduce((highest, count) => Math.max(highest, count), isHolder ? bySeverity(object) : 0);
}

/** How many of a total are none any more, as `resolved` beside it says. */
function settledCount(object: JsonObject): number {
  const settled = Object.entries(object).filter(([name]) => isOf(name, words.settled) && !isOf(name, words.ofTotal));
  return settled.reduce((sum, [, value]) => sum + (asCount(value) ?? 0), 0);
}

function isOf(name: string, set: ReadonlySet<string>): boolean {
  return wordsOfName(name).every(word => set.has(word));
}

/** The sum of counts by severity such as `critical`, `high_count` and `minorIssues`. */
function bySeverity(object: JsonObject): number {
  return Object.entries(object).reduce((sum, [name, value]) => {
    const severity = severityOfWord(name.replace(/[_-]?(?:count|issues|findings|comments)$/i, '')) ?? 'praise';
    return severity === 'praise' ? sum : sum + Math.max(0, asInteger(value) ?? 0);
  }, 0);
}
