import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { plural, setDisplayLanguage, t } from '../../src/core/base/l10n.ts';
import { root } from '../host/cache.ts';
import { manifestTexts, translatedLanguages, writtenManifest } from '../host/texts/manifest.ts';
import { messageTexts, speak } from '../host/texts/displayLanguage.ts';
import { callsOf, placeOf } from '../host/texts/messages.ts';

const calls = callsOf({ t: [0], plural: [1, 2] });
const english = calls.flatMap(({ args }) => args.flatMap(arg => (ts.isStringLiteral(arg) ? arg.text : [])));
const languages = translatedLanguages();

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

/** What a translation leaves as it is: settings, addresses, options and variables. */
function fixedParts(text: string): string[] {
  return [...(text.match(/codeReview\.\w+|https?:\/\/\w[\w.:/]*\w|--\w[\w-]+|NODE_\w+/g) ?? [])].sort();
}

describe('the messages of the code', () => {
  afterEach(() => setDisplayLanguage(undefined));

  it('are string literals, made where they are shown and not when the module is loaded', () => {
    const composed = calls.flatMap(({ args }) => args.filter(arg => !ts.isStringLiteral(arg))).map(placeOf);
    assert.deepEqual(composed, []);
    const early = calls.filter(({ node }) => ts.findAncestor(node, ts.isFunctionLike) === undefined);
    assert.deepEqual(
      early.map(({ node }) => placeOf(node)),
      [],
    );
  });

  it('have the same values in the singular and in the plural', () => {
    for (const { args } of callsOf({ plural: [1, 2] })) {
      const [one, other] = args.map(arg => (ts.isStringLiteral(arg) ? placeholders(arg.text) : []));
      assert.deepEqual(one, other);
    }
  });

  it('are packed with the languages of the manifest', () => {
    assert.equal((writtenManifest() as { l10n: string }).l10n, './l10n');
    const packed = readFileSync(path.join(root, '.vscodeignore'), 'utf8').split('\n');
    assert.ok(packed.includes('!l10n/bundle.l10n.*.json'));
    assert.deepEqual(languages, ['de', 'fr', 'ja', 'zh-cn']);
  });

  for (const language of languages) {
    describe(`in ${language}`, () => {
      const texts = messageTexts(language);

      it('are complete, and no other is there', () => {
        assert.deepEqual(Object.keys(texts).sort(), [...new Set(english)].sort());
      });

      it('have the same values, settings and addresses', () => {
        for (const [message, text] of Object.entries(texts)) {
          assert.deepEqual(placeholders(text), placeholders(message), message);
          assert.deepEqual(fixedParts(text), fixedParts(message), message);
        }
      });

      it('are the words of the manifest where the English is', () => {
        const named = manifestTexts(language);
        const same = Object.entries(manifestTexts()).filter(([, text]) => Object.hasOwn(texts, text));
        assert.ok(same.length > 10);
        for (const [key, text] of same) assert.equal(texts[text], named[key], text);
      });

      it('say something, as plain text', () => {
        const odd = Object.entries(texts).filter(
          ([message, text]) =>
            text.trim() === '' || (message !== ', ' && text !== text.trim()) || /[<>]|\]\(/.test(text),
        );
        assert.deepEqual(odd, []);
      });
    });
  }

  it('are German where the editor is', () => {
    speak('de');
    const behind = (count: number): string => plural(count, '{count} commit behind', '{count} commits behind');
    assert.equal(behind(1), '1 Commit im Rückstand');
    assert.equal(behind(3), '3 Commits im Rückstand');
    assert.equal(t('Review of {name} is running.', { name: 'acme/orders #7' }), 'Das Review „acme/orders #7“ läuft.');
  });
});
