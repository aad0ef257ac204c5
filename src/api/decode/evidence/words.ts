import { names, nameSet, tableOf } from '../aliases.ts';
import tables from '../tables/evidence.json' with { type: 'json' };
import vocabularies from '../tables/vocabulary.json' with { type: 'json' };
import { vocabulary } from '../text/words.ts';

const sets = tableOf(tables.words, nameSet);
const union = (...kinds: readonly (keyof typeof sets)[]): ReadonlySet<string> =>
  new Set(kinds.flatMap(kind => [...sets[kind]]));

/** Words in names, in the singular, by what they mean there. */
export const words = {
  ...sets,
  /** What was read, done or completed. */
  done: union('read', 'done'),
  /** What is apart from the findings of a review: settled, read, earlier, others', a limit or a mean. */
  apart: union('past', 'read', 'apart'),
  /** Numbers that count something else, though they stand beside counts of findings. */
  measures: union('past', 'read', 'apart', 'measures'),
  settled: union('past', 'ofTotal'),
  /** What stands beside the noun in the name of a count. */
  besideNoun: union('counting', 'fillers', 'past', 'read', 'apart', 'negations'),
};

/** What a verdict means. `good` are also words that only say that there is a result. */
export const verdictOfWord = vocabulary(vocabularies.verdict);

/**
 * Forms of names: `{a,b}` is one of some, `+` a word, `*` anything. The first ones are of the words of a name but `fillers`,
 * joined by `_`: what kept a review from a part, by a flag, a count, a list or a reason (`stopped`), the same of any things
 * as a count or a list (`unread`), as a flag or a count where a text may be a time (`waiting`), as a flag where a number may
 * be a setting (`degraded`), and as a text (`withheld`); why a model ended (`ending`), and that not by itself (`cutShort`).
 * The others are of plain names: of verdicts, of which every word that is not good counts (`judging`), and of what may hold
 * a bad one (`telling`); of what a host says of merging; of what has a state for each agent or file (`parts`), and of a
 * state; of texts that describe the change (`describing`).
 */
export const forms = tableOf(tables.forms, list => {
  const marks: Readonly<Record<string, string>> = { '{': '(?:', ',': '|', '}': ')', ' ': '|', '+': '[^_]+', '*': '.*' };
  return new RegExp(`^(?:${names(list).replace(/[{,} +*]/g, mark => marks[mark] ?? '')})$`);
});
