import { t } from '../base/l10n.ts';
/**
 * Returns a sentence that says what is wrong with a language model's key; undefined if it can be sent in a header. Any
 * word is valid, since local servers accept any key, unless it is so short that it occurs within other words: keys are
 * redacted wherever they occur in text.
 */
export function modelKeyProblem(key: string): string | undefined {
  if (/^[\x21-\x7e]{4,512}$/.test(key)) return undefined;
  return t('A key has 4 to 512 letters, digits and signs, and no space. Leave this empty where none is needed.');
}
