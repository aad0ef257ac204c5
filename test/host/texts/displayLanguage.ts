import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setDisplayLanguage } from '../../../src/core/base/l10n.ts';
import { root } from '../cache.ts';
import type { Texts } from './manifest.ts';

/** Has messages made in a language that is translated, until `setDisplayLanguage(undefined)`. */
export function speak(tag: string): void {
  const texts = messageTexts(tag);
  setDisplayLanguage({
    tag,
    translate: (message, values) =>
      (texts[message] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  });
}

/** The translated messages of one language, by the English message. */
export function messageTexts(language: string): Texts {
  return JSON.parse(readFileSync(path.join(root, `l10n/bundle.l10n.${language}.json`), 'utf8')) as Texts;
}
