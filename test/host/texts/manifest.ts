import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../cache.ts';

/** Texts by key, as package.nls.json has them. */
export type Texts = Readonly<Record<string, string>>;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

/** package.json as it is written: texts are keys such as `%codeReview.signIn.title%`. */
export function writtenManifest(): unknown {
  return readJson('package.json');
}

/** The languages that package.json is translated to, as VS Code names them; English is not among them. */
export function translatedLanguages(): string[] {
  return readdirSync(root).flatMap(file => /^package\.nls\.(.+)\.json$/.exec(file)?.[1] ?? []);
}

/** The texts of package.json in one language; English if none is named. */
export function manifestTexts(language?: string): Texts {
  return readJson(language === undefined ? 'package.nls.json' : `package.nls.${language}.json`) as Texts;
}

/** The manifest that VS Code reads: package.json with each key replaced by its text. A key without text stays. */
export function shownManifest(language?: string): unknown {
  const texts = manifestTexts(language);
  const replaced = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? (texts[/^%(.+)%$/.exec(value)?.[1] ?? ''] ?? value) : value;
  return JSON.parse(JSON.stringify(writtenManifest()), replaced);
}
