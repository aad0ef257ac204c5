import assert from 'node:assert/strict';
import { languages } from '../../../../../src/service/reviewers/crossFile/languages.ts';
import { fasterThanLinear } from '../../../../host/threadTime.ts';

/** One file of each kind that is read without a parser of somebody else's, and what such a file begins with. */
const read: readonly (readonly [path: string, begin: string])[] = [
  ...['src/a.vue', 'src/a.svelte', '.gitignore', 'yarn.lock', 'pnpm-lock.yaml', 'go.mod', 'Gemfile'].map(
    path => [path, ''] as const,
  ),
  ...['Gemfile.lock', 'index.html', 'Dockerfile', 'Procfile', '.github/workflows/a.yml', 'action.yml'].map(
    path => [path, ''] as const,
  ),
  ['package.json', '{"scripts": {"a": "'],
  ['src/b.vue', '<script setup>\nimport { a } from "a";\n</script>\n<p :a="'],
  ['src/b.vue', '<script setup>\nimport { a } from "a";\n</script>\n{{ a'],
  ['src/b.svelte', '<script>\nimport { a } from "a";\n</script>\n{a'],
  ['src/c.vue', '<script setup>\ndefineProps(["a"]);\n</script>\n<A '],
  ['src/c.svelte', '<script>\nexport let a;\n</script>\n<A '],
  ['setup.cfg', '[options.entry_points]\n'],
];
/** Those that parsers read which say where they stop. */
const parsed = [
  'src/a.ts',
  'src/a.py',
  'package.json',
  'tsconfig.json',
  'pyproject.toml',
  'locales/en.json',
  'locales/en.yml',
];

/** What texts are made of that keep a pattern or a parser looking for an end. */
const pieces = [
  ...['<!--', '<script ', '<script src="', '<link href=', '<template>', '<base ', '{{', '{%', '$t("'],
  ...['/*', '//', '#', "'", '"', '`', '`${', '"""', '\\', '\\\n', '\r', ' ', '\t', '\n'],
  ...[
    '(',
    '[',
    '{',
    '{"a":',
    '[{',
    '"a": "b",\n',
    '"a": [',
    'a = "',
    'a = [\n',
    'a: &a\n',
    'a: |\n',
    '- a\n',
    '- run: |\n',
  ],
  ...[
    '{{ a }}<p :a="a => b">',
    '<p :a',
    ':',
    '}}',
    '{(',
    '=>',
    'const {',
    '{#each a as b}',
    '<A let:b use:c>',
    '</p>',
    '<A b={',
    '<A-b :c="d" {...e} ',
  ],
  ...['uvicorn a.b', 'gunicorn a:b ', 'python -m a.b'],
  ...['import(`', 'import(`${', 'import.meta.glob([', 'require.context("', 'import { a } from "', 'export * from "'],
  ...['f(', 'a.b.', 'a?.b', 'def f(a, /, b): ...\n', 'from a import b as c\n', 'class A:\n', 'f(g(1), h=2)\n', '@a\n'],
  ...[
    'COPY a \\\n',
    'COPY ["a", ',
    'node a.js && ',
    '[options.entry_points]\n',
    ' a = b.c:d\n',
    'require (\n',
    'gem "',
  ],
];

describe('the facts of a file', () => {
  for (const [path, begin] of read)
    it(`are read in time that grows with its length and no faster: ${path}`, async () => {
      for (const language of languages.filter(each => each.reads(path)))
        for (const piece of pieces) {
          const reading = (size: number): (() => unknown) => {
            const text = begin + piece.repeat(size / piece.length);
            return () => language.extract(path, text);
          };
          assert.equal(await fasterThanLinear(reading, 4_000, 16_000), undefined, `${language.id}: ${piece}`);
        }
    });

  for (const path of parsed)
    it(`are none, and nothing fails, where it is nested too deeply or broken: ${path}`, () => {
      for (const language of languages.filter(each => each.reads(path)))
        for (const piece of pieces)
          assert.doesNotThrow(
            () => language.extract(path, piece.repeat(4_000 / piece.length)),
            `${language.id}: ${piece}`,
          );
    });
});
