import { names } from '../aliases.ts';
import tables from '../tables/vocabulary.json' with { type: 'json' };

/** Words in names of German, French, Spanish, Portuguese, Italian, Japanese and Chinese services. */
const english = new Map(
  Object.entries(tables.english).flatMap(([word, foreign]) =>
    names(foreign)
      .split(' ')
      .map(each => [each, word] as const),
  ),
);
/** Those of scripts without spaces, or a word in lower or upper case. */
const unspaced = [...english.keys()].filter(word => /[\u3000-\u9fff]/.test(word));
const anyWord = new RegExp(`${unspaced.join('|')}|\\p{Lu}?\\p{Ll}+|\\p{Lu}+`, 'gu');

/** A name with the words of other languages in English, which all tables of names are in. */
export function inEnglish(name: string): string {
  const translated = (word: string): string | undefined => english.get(word.toLowerCase());
  return name.replace(anyWord, word => (translated(word) === undefined ? word : `_${translated(word)}_`));
}
