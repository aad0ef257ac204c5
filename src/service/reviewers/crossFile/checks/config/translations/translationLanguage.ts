import type { Language } from '../../../check.ts';
import { localePath, mayUseKeys } from './localePath.ts';
import { missingTranslationCheck } from './missingTranslationCheck.ts';
import { readKeyUses } from './readKeyUses.ts';
import { readLocale } from './readLocale.ts';
import type { TranslationFacts } from './translationFacts.ts';

/** Locale files, and the sources that ask for their texts. */
export const translations: Language<TranslationFacts> = {
  id: 'translations',
  version: 10,
  reads: path => mayUseKeys(path) || localePath(path) !== undefined,
  judges: path => localePath(path) !== undefined,
  extract: (path, text) => {
    if (localePath(path) === undefined) return readKeyUses(text);
    const locale = readLocale(path, text);
    return locale && { locale };
  },
  checks: [missingTranslationCheck],
};
