import assert from 'node:assert/strict';
import { translations } from '../../../../../../src/service/reviewers/crossFile/checks/config/translations/translationLanguage.ts';
import { findingsOf, told, type Texts } from '../memoryTrees.ts';

const many = Array.from({ length: 40 }, (_, index) => `key${index}`);
const texts = Object.fromEntries(many.map(key => [key, `Text of ${key}`]));
const json = (value: object): string => JSON.stringify({ ...texts, ...value }, undefined, 2);
/** A repository in which 40 keys are used and known. */
const known: Texts = {
  'package.json': '{}',
  'src/i18n.ts': many.map(key => `i18n.t('${key}');\n`).join(''),
  'src/locales/en.json': json({ settings: { title: 'Settings', save: 'Save' }, items_one: '{n} item' }),
  'src/locales/de.json': json({ settings: { title: 'Einstellungen' } }),
};
const findings = (after: Texts, before: Texts = {}) =>
  findingsOf(translations, { ...known, ...before }, { ...known, ...after });
const page = (...lines: readonly string[]): string => ["import { useI18n } from 'vue-i18n';", ...lines, ''].join('\n');

/** One line each: what asks for a key that is not there, and what asks for one that is. */
const ways: Readonly<Record<string, readonly [missing: string, there: string]>> = {
  'a.ts': ["t('settings.gone')", "t('settings.title')"],
  'b.vue': ['<p>{{ $t("settings.gone") }}</p>', '<p v-t="\'settings.title\'">{{ $t("items", 2) }}</p>'],
  'c.vue': ['<i18n-t keypath="settings.gone" />', '<i18n-t keypath="settings.title" />'],
  'd.tsx': ['<Trans i18nKey="settings.gone" />', '<Trans i18nKey="settings.other">Other</Trans>'],
  'e.js': ["this.$t('settings.gone')", "i18next.t('common:settings.title')"],
  'f.svelte': ["{$t('settings.gone', { n: 1 })}", "{$t('settings.title')}"],
  'g.jsx': [
    "formatMessage({ id: 'settings.gone' })",
    "formatMessage({ id: 'settings.other', defaultMessage: 'Other' })",
  ],
  'h.ts': ["t.rich('settings.gone')", "t('settings.other', 'Other')"],
  'i.ts': ["i18n.global.t('settings.gone')", "t('settings.other', { defaultValue: 'Other' })"],
  'j.ts': ["t(`x`, t('settings.gone'))", "t(`settings.${name}`); t('settings.' + name)"],
  'k.ts': ["t('settings.gone') // t('settings.never')", "// t('settings.never')\n/* t('settings.never') */"],
  'l.vue': ["t('settings.gone')", `t("settings['title']")`],
};

describe('a key that is in no locale file', () => {
  for (const [file, [missing, there]] of Object.entries(ways))
    it(`is told where a new line asks for it (${file}: ${missing})`, () => {
      const found = findings({ [`src/${file}`]: page(missing) });
      assert.deepEqual(told(found), [`src/${file}:2 cross-file/missing-translation`]);
      assert.equal(found[0]?.title, '`settings.gone` is in no locale file: the text is shown as its key');
      const [{ at: { column, endColumn } } = assert.fail()] = found;
      assert.equal(missing.slice(column - 1, endColumn - 1), 'settings.gone');
      assert.deepEqual(findings({ [`src/${file}`]: page(there) }), []);
    });

  it('is not told where a text that is chosen on a condition is its default', () => {
    const asking = (argument: string): number =>
      findings({ 'src/a.ts': page(`t('settings.gone', ${argument})`) }).length;
    const texts = [
      "isOpen ? 'Close' : 'Open'",
      "list.length === 0\n  ? none\n  : 'Some'",
      "kind(a, b) === 'x' ? 'One' : other[0]",
      "label ?? 'Unnamed'",
      'label || `Unnamed`',
    ];
    assert.deepEqual(texts.map(asking), [0, 0, 0, 0, 0]);
    const values = [
      "{ kind: isOpen ? 'a' : 'b' }",
      "[isOpen ? 'a' : 'b']",
      'isOpen ? { n: 1 } : { n: 2 }',
      "valuesOf('a')",
    ];
    assert.deepEqual(values.map(asking), [1, 1, 1, 1]);
    // What follows the call is no part of it.
    assert.equal(findings({ 'src/a.ts': page("t('settings.gone', n) || 'None'") }).length, 1);
  });

  it('is known by its place in a list', () => {
    const locale = { 'src/locales/en.json': json({ cards: [{ title: 'One' }], words: ['a', 'b'] }) };
    const keys = (...all: string[]): string[] =>
      told(findings({ ...locale, 'src/a.ts': page(...all.map(key => `t('${key}');`)) }, locale));
    assert.deepEqual(keys('cards.0.title', 'words.1', 'cards[0].title'), []);
    assert.equal(keys('cards.0.text').length, 1);
  });

  it('is not told where the function that looks it up is handed in, with a prefix perhaps', () => {
    for (const taken of [
      '(t: TFunction<"settings">) =>',
      '(from: Date,\n  t: (key: string) => string,\n) =>',
      '({ t }: { t: TFunction }) =>',
      '({ name, t }) =>',
      '(name, t) =>',
      't =>',
    ]) {
      assert.deepEqual(findings({ 'src/a.ts': page(`export const a = ${taken} t('title');`) }), [], taken);
      // No prefix makes that a key.
      assert.equal(findings({ 'src/a.ts': page(`export const a = ${taken} t('gone');`) }).length, 1, taken);
    }
    const missing = findings({ 'src/a.ts': page("const { t } = useI18n();\nexport const a = () => t('title');") });
    assert.equal(missing.length, 1);
  });

  it('is told once for all keys below the same one, and for a key that several files use', () => {
    const found = findings({
      'src/a.ts': page("t('settings.a')", "t('items.delete')"),
      'src/b.ts': page("t('settings.b')", "t('items.delete')"),
    });
    assert.deepEqual(told(found), [
      'src/a.ts:2 cross-file/missing-translation → src/b.ts:2',
      'src/a.ts:3 cross-file/missing-translation → src/b.ts:3',
    ]);
    assert.deepEqual(
      found.map(({ title, severity }) => [severity, title]),
      [
        ['medium', '`settings.a` and 1 more key are in no locale file: the text is shown as their keys'],
        ['medium', '`items.delete` is in no locale file: the text is shown as its key'],
      ],
    );
  });

  it('is not told where the file asks whether there is one', () => {
    const asking = (question: string): number =>
      findings({ 'src/a.ts': page(`${question} ? t('settings.gone') : 'None'`) }).length;
    assert.deepEqual(
      ["te('settings.gone')", "$te('settings.gone')", "i18n.exists('settings.gone')"].map(asking),
      [0, 0, 0],
    );
    assert.deepEqual(["te('settings.title')", "route('settings.gone')"].map(asking), [1, 1]);
  });

  it('is not told where the key is the text, which is shown', () => {
    assert.deepEqual(findings({ 'src/a.ts': page("t('Delete all')", "t('Billing')") }), []);
    assert.equal(findings({ 'src/a.ts': page("t('settings.gone ')") }).length, 1);
  });

  it('is told where the change removes it from the locale files while unchanged code uses it', () => {
    const before = { 'src/a.ts': page("t('settings.save')"), 'src/b.ts': page("t('settings.save')") };
    const removed = { 'src/locales/en.json': json({ settings: { title: 'Settings', store: 'Save' }, items_one: '' }) };
    const found = findings({ ...before, ...removed }, before);
    const line = known['src/locales/en.json']?.split('\n').findIndex(each => each.includes('"save"')) ?? 0;
    assert.deepEqual(told(found), [
      `src/locales/en.json:${line + 1} cross-file/missing-translation → src/a.ts:2 → src/b.ts:2`,
    ]);
    assert.equal(found[0]?.at.side, 'base');
    // Another language, another file or another form still has it.
    const moved = { ...removed, 'src/locales/en/more.json': '{ "settings": { "save": "Save" } }' };
    assert.deepEqual(findings({ ...before, ...moved }, before), []);
    const inGerman = { ...removed, 'src/locales/de.json': json({ settings: { title: '', save: '' } }) };
    assert.deepEqual(findings({ ...before, ...inGerman }, before), []);
  });

  for (const [what, files] of Object.entries<Texts>({
    JSON5: { 'locales/en.json5': "{\n  // Settings\n  settings: { gone: 'Gone', text: { a: 'b' }, },\n}\n" },
    YAML: { 'i18n/en-US.yaml': "settings:\n  'gone': Gone # here\n  text: |\n    a: b\n" },
    'a module': { 'src/lang/en.ts': "export default {\n  settings: { gone: 'Gone', note: `a: {` },\n} as const;\n" },
    'a folder for each language': { 'locales/en/settings.json': '{ "gone": "Gone" }' },
    'a language and a country in one word': { 'locales/enUs/settings.json': '{ "gone": "Gone" }' },
    'messages with descriptions': { '_locales/en/messages.json': '{ "settings.gone": { "message": "Gone" } }' },
  }))
    it(`is not told where it is in ${what}`, () => {
      assert.deepEqual(findings({ ...files, 'src/a.ts': page("t('settings.gone')") }), []);
    });

  it('is not told where that is not sure', () => {
    const use = page("t('settings.gone')");
    const quiet = (after: Texts, before: Texts = {}): void =>
      assert.deepEqual(findings({ ...before, ...after }, before), []);
    // A prefix may be said once; the texts or the function are the file's own.
    quiet({ 'src/a.tsx': page("const t = useTranslations('settings');", "t('title')") });
    quiet({ 'src/a.vue': page("const { t } = useI18n({ useScope: 'local' });", "t('settings.gone')") });
    quiet({ 'src/a.ts': page('const t = (text: string) => text;', "t('settings.gone')") });
    quiet({
      'src/a.ts': page('const t = (key: string) => i18n.global.t(`settings.${key}.label`);', "t('settings.gone')"),
    });
    quiet({ 'src/a.ts': "assert.t('settings.gone'); test.t('x')\n" });
    quiet({ 'src/a.test.ts': use, 'src/a.d.ts': use, 'agent_docs/a.ts': use, 'src/examples/a.ts': use });
    // It was used and missing before, as all that begins like it.
    quiet({ 'src/a.ts': `${use}// more\n`, 'src/b.ts': use }, { 'src/a.ts': use });
    quiet({ 'src/b.ts': page("t('external.b')") }, { 'src/a.ts': page("t('external.a')") });
    // Too few of the package's keys are known, or too few are used at all.
    const others = page(...many.map(key => `t('server.${key}')`));
    quiet({ 'src/c.ts': use }, { 'src/b.ts': others });
    quiet({ 'lib/package.json': '{}', 'lib/a.ts': use });
    // A locale file that the change touches could not be read before either.
    quiet({ 'src/a.ts': use, 'src/locales/de.json': '<<<<<<<\n' }, { 'src/locales/de.json': '<<<<<<< HEAD\n' });
  });

  it('is a doubt where a locale file cannot be read any more', () => {
    const after = { 'src/a.ts': page("t('settings.gone')"), 'src/locales/de.json': '<<<<<<< HEAD\n' };
    const doubts = findings(after, { 'src/locales/de.json': '{"a":"b"}' }).map(({ doubt }) => doubt);
    assert.deepEqual(doubts, ['makes `src/locales/de.json` what cannot be read']);
  });

  it('survives hostile text', () => {
    for (const text of [
      "t('".repeat(100_000),
      '<!--/*'.repeat(100_000),
      `i18n ${'t("a",'.repeat(50_000)}`,
      'a:{'.repeat(200_000),
      ' '.repeat(900_000),
    ])
      for (const path of ['src/a.vue', 'locales/en.json', 'locales/en.yml', 'locales/en.ts'])
        translations.extract(path, text);
    const nested = '{"__proto__":'.repeat(150) + '1' + '}'.repeat(150);
    assert.deepEqual(findings({ 'src/locales/en/x.json': nested, 'src/a.ts': page("t('constructor')") }).length, 1);
  });
});
