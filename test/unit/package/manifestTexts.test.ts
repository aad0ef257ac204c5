import assert from 'node:assert/strict';
import { manifestTexts, shownManifest, translatedLanguages, writtenManifest } from '../../host/texts/manifest.ts';

const english = manifestTexts();
const languages = [undefined, ...translatedLanguages()];

/** Properties of package.json whose text a user reads; those of a model's input are for the model. */
const isShown = /^(title|category|contextualTitle|displayName|userDescription|name|contents|altText|label)$|escription/;
const isForModels = /^(inputSchema|modelDescription)$/;

/** Every text of the manifest that a user reads, by its place. */
function shownTexts(value: unknown, place: string): [place: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]): [string, string][] => {
    if (isForModels.test(key)) return [];
    if (isShown.test(key) && !place.endsWith('.properties')) {
      if (typeof each === 'string') return [[`${place}.${key}`, each]];
      if (Array.isArray(each)) return each.map((text, index) => [`${place}.${key}.${index}`, String(text)]);
    }
    return shownTexts(each, `${place}.${key}`);
  });
}

/** What a translation leaves as it is: commands and settings it links, code, numbers in braces, icons. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/\(command:[^)]*\)|\(https:[^)]*\)|#codeReview[^#]*#|`[^`]*`|\{\w+\}|\$\([\w~-]+\)/g)]
    .map(([part]) => part)
    .sort();
}

describe('the texts of the manifest', () => {
  const { contributes, capabilities, description } = writtenManifest() as Record<string, unknown>;
  const shown = shownTexts({ contributes, capabilities, description }, '');

  it('are all in package.nls.json, where they can be translated', () => {
    // The name of the extension is the same in every language, and the names of tools are for code.
    const elsewhere = shown.filter(
      ([place, text]) =>
        !/^%.+%$/.test(text) && text !== 'Code Review' && !/\.languageModelTools\.\d+\.name$/.test(place),
    );
    assert.deepEqual(elsewhere, []);
  });

  for (const language of languages) {
    describe(`in ${language ?? 'English'}`, () => {
      const texts = manifestTexts(language);

      it('have every key that package.json names, and no other', () => {
        const named = new Set(JSON.stringify(writtenManifest()).match(/(?<="%)[^"%]+(?=%")/g));
        assert.deepEqual(Object.keys(texts).sort(), [...named].sort());
      });

      it('say something', () => {
        const blank = Object.entries(texts).filter(([, text]) => text === '' || text !== text.trim());
        assert.deepEqual(blank, []);
      });

      it('link the same commands, settings and code', () => {
        for (const [key, text] of Object.entries(texts))
          assert.deepEqual(fixedParts(text), fixedParts(english[key] ?? ''), key);
      });

      it('call commands by the titles that they have in the command palette', () => {
        const { commands } = (shownManifest(language) as { contributes: { commands: { title: string }[] } })
          .contributes;
        const titles = commands.map(({ title }) => title);
        for (const [key, text] of Object.entries(texts))
          for (const [, title] of text.matchAll(/\*\*Code Review: ([^*]+)\*\*/g))
            assert.ok(titles.includes(title ?? ''), `${key}: ${title}`);
      });

      if (language === undefined) return;
      it('are translated', () => {
        // Only a single word, such as "Option", can be the same in two languages.
        const same = Object.entries(texts).filter(([key, text]) => text === english[key] && /\s/.test(text));
        assert.deepEqual(same, []);
      });
    });
  }
});
