import { t } from '../../../core/base/l10n.ts';
import { plainLine } from '../../../core/base/text.ts';
import { nameSet, ofNames, plainName, tableOf } from '../aliases.ts';
import { inEnglish } from '../text/foreignWords.ts';
import tables from '../tables/evidence.json' with { type: 'json' };
import { hasAny, wordsOfName } from '../text/words.ts';
import { forms, words } from './words.ts';

/**
 * Plain names by what stands behind them. `files` are lists in which each element may say that it was not read, and
 * findings may stand in those that were `leftOut`; `measures` are how far the review got; of `tools` the numbers, flags and
 * states are of this review, not the texts; `told` is read elsewhere; `pages` and `parts` say little without the name of
 * the object around them: they stand for it, or come behind it; `counts` hold counts of findings wherever they stand.
 */
export const kinds = tableOf(tables.kinds, nameSet);

/** What a name says of the value behind it. */
export const meaningOf = ofNames(name => {
  const all = wordsOfName(name);
  const plain = plainName(inEnglish(name));
  const is = (...sets: readonly ReadonlySet<string>[]): boolean => sets.some(set => set.has(plain));
  return {
    plain,
    words: all,
    /** Without words that change nothing. */
    key: all.filter(word => !words.fillers.has(word)).join('_'),
    isFiles: is(kinds.files, kinds.leftOut),
    isMeasured: is(kinds.files, kinds.leftOut, kinds.measures),
    isRun: is(kinds.tools),
    isOther: is(kinds.files, kinds.measures, kinds.tools, kinds.other) || isOfSettings(plain, all),
    isFound: hasAny(all, words.findings),
    /** So many per something are a limit or a mean. */
    countsFindings: countsFindings(all) && !all.includes('per'),
    isPast: isPast(all),
    isDescription: forms.describing.test(plain),
    isTold: is(kinds.texts, kinds.lists, kinds.verdicts, kinds.told),
    isPage: is(kinds.pages),
    isShare: is(kinds.shares),
    isPart: is(kinds.parts) || /^by[A-Z_]/.test(name),
  };
});
type Meaning = ReturnType<typeof meaningOf>;

/** What the names around a value imply. */
export interface Around {
  readonly depth: number;
  /** The name that a value goes by, and what the name of its own member means. */
  readonly name: string;
  readonly own: Meaning;
  /** The value is not about findings; its members may say how far the review got nevertheless. */
  readonly isOther: boolean;
  readonly isMeasured: boolean;
  readonly isRun: boolean;
  /** A name says that the value is a finding or holds some; the value stands in a list, or in what holds findings. */
  readonly isFound: boolean;
  readonly isElement: boolean;
  /** The value is read elsewhere. */
  readonly isTold: boolean;
}

const nothing = { isOther: false, isMeasured: false, isRun: false, isFound: false, isElement: false, isTold: true };
/** What is around a layer of the answer. */
export const layer: Around = { ...nothing, depth: 0, name: '', own: meaningOf('') };

/** What the names around a member of an object imply, with its own. */
export function inside(name: string, around: Around): Around {
  const own = meaningOf(name);
  const isPart = own.isPart || (own.isShare && /coverage$/i.test(around.name));
  const whole = isPart ? `${around.name}_${name}` : own.isPage ? around.name : name;
  return {
    depth: around.depth + 1,
    // Bounded, since it is looked at for each element of a list.
    name: (around.name === '' ? name : whole).slice(0, 100),
    own,
    isOther: around.isOther || own.isOther,
    isMeasured: own.isMeasured ? !around.isOther || around.isMeasured : around.isMeasured && own.countsFindings,
    isRun: (around.isRun && !own.isOther) || (own.isRun && !around.isOther),
    isFound: around.isFound || own.isFound,
    isElement: around.isFound,
    isTold: around.depth <= 1 && own.isTold,
  };
}

/** Whether the noun of a name such as `pro_findings` or `findings_by_rule` is one for findings, and of this review. */
function countsFindings(all: readonly string[]): boolean {
  // Behind these words stands by what, or where, they are counted.
  const end = all.findIndex(word => /^(?:by|per|in|on|for|from)$/.test(word));
  const noun = all.slice(0, end < 0 ? all.length : end).findLast(word => !words.besideNoun.has(word));
  // Neither `issues_not_fixed` nor `previous_open_issues` are past.
  const isApart = hasAny(all, words.apart) && !all.includes('not') && !all.includes('to') && !hasAny(all, words.open);
  return words.findings.has(noun ?? '') && !isApart;
}

/** Whether an object of a name holds counts of findings; one with a singular name, such as `error`, is one itself. */
export function holdsCounts(name: string): boolean {
  const last = /[a-z]*$/i.exec(name)?.[0].toLowerCase() ?? '';
  return countsFindings(wordsOfName(name)) && !words.findings.has(last);
}

/** Whether a number among counts of findings, such as `resolved` or `page_size`, is none; names of files always are. */
export function namesMeasure(name: string): boolean {
  const all = wordsOfName(name);
  const isNoun = !name.includes('-') && words.measures.has(all.at(-1) ?? '');
  return !/[./]/.test(name) && (isNoun || consistsOf(all, words.measures, words.counting));
}

/** Whether a name is that of an earlier review, or of findings that are none any more, unlike `issues_to_be_fixed`. */
function isPast(all: readonly string[]): boolean {
  if (hasAny(all, words.findings)) return consistsOf(all, words.past, words.findings);
  return (words.earlier.has(all[0] ?? '') || words.chronicles.has(all.at(-1) ?? '')) && !hasAny(all, words.open);
}

/** Whether a name is that of what a service is set to, such as `policies`, and not of what a change has broken. */
function isOfSettings(plain: string, all: readonly string[]): boolean {
  const isTrouble = [words.broken, words.wrong, words.findings].some(each => hasAny(all, each));
  return forms.settings.test(plain) && !isTrouble;
}

/** Whether a name consists of one of some words, and of others beside it that change nothing. */
export function consistsOf(all: readonly string[], keys: ReadonlySet<string>, beside: ReadonlySet<string>): boolean {
  return hasAny(all, keys) && all.every(word => keys.has(word) || beside.has(word) || words.fillers.has(word));
}

/** A sentence with the name of what says a text, and one of what says that the review is not complete. */
export function says(name: string, text: string): string {
  return t('{name} says “{text}”', { name: quoted(name), text: plainLine(text, 100) });
}

export function saysIncomplete(name: string): string {
  return t('{name} says that the review is not complete', { name: quoted(name) });
}

/** A name as a sentence quotes it. */
export function quoted(name: string): string {
  return `“${plainLine(name, 40)}”`;
}
