import { t } from '../../../core/base/l10n.ts';
import { firstOf, isObject, names, tableOf, valuesAt, type JsonObject } from '../aliases.ts';
import tables from '../tables/review.json' with { type: 'json' };
import type { Evidence } from './evidence.ts';
import { asBoolean, asCount, asText } from '../values.ts';

/** Names of the parts of a page, and of objects that may hold them besides the review itself. */
const pageAliases = tableOf(tables.page, names);
/** Names of the address of comments that stand elsewhere, and of their number. */
const elsewhere = tableOf(tables.elsewhere, names);

/** What a complete review lacks by its own account. Without a decoded comment (`isEmpty`), evidence of comments counts too. */
export function gapsOf(
  review: JsonObject,
  layers: readonly JsonObject[],
  { highest, unfinished, wrong }: Evidence,
  issuesFound: number | undefined,
  isEmpty: boolean,
): readonly string[] {
  const page = [review, ...layers].some(hasNextPage) ? [t('the service sent only a part of the comments')] : [];
  return [...page, ...unfinished, ...(isEmpty ? [...wrong, ...countGap(review, highest, issuesFound)] : [])];
}

/** Counted or detached comments of a review that contains none. The count of issues is shown by itself. */
function countGap(review: JsonObject, highest: number, issuesFound: number | undefined): readonly string[] {
  if (highest > 0) return (issuesFound ?? 0) > 0 ? [] : [t('the service counted {highest} and sent none', { highest })];
  if (issuesFound !== undefined) return [];
  const count = firstOf(review, 'issuesFound');
  if (count !== undefined && !isObject(count)) return [t('the service’s count of issues cannot be read')];
  const hasNone = firstOf(review, elsewhere.count, asCount) === 0;
  return hasNone || firstOf(review, elsewhere.address, asText) === undefined
    ? []
    : [t('the comments stand at another address')];
}

function hasNextPage(review: JsonObject): boolean {
  const pages = [review, ...valuesAt(review, pageAliases.holder).map(([, value]) => value)];
  const said = pages.map(page => firstOf(page, pageAliases.more, asBoolean)).find(more => more !== undefined);
  const number = (page: unknown, aliases: string): number => Number(firstOf(page, aliases, asText) ?? Number.NaN);
  const isLast = (page: unknown): boolean =>
    firstOf(page, 'isLastPage', asBoolean) !== false &&
    firstOf(page, pageAliases.next, asAddress) === undefined &&
    !hasODataLink(page) &&
    !(number(page, pageAliases.total) > Math.max(1, number(page, pageAliases.number) || 1));
  return said ?? !pages.every(isLast);
}

/** Whether an object has the address of more, as in `comments@odata.nextLink`. */
function hasODataLink(page: unknown): boolean {
  return isObject(page) && Object.keys(page).some(name => /@odata\.nextlink$/i.test(name));
}

/** Returns a URL or a cursor; a sentence is a next step for the user. */
function asAddress(value: unknown): string | undefined {
  const text = asText(value)?.trim() ?? '';
  return /^(?!(?:0|-1|no|none|null|false)$)\S+$/i.test(text) ? text : undefined;
}
