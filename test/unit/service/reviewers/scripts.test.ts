import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { typescriptReviewer } from '../../../../src/service/reviewers/typescriptReviewer.ts';
import { withConsequences } from '../../../../src/service/reviewers/withConsequences.ts';
import { listsOf } from '../../../../src/service/engine/notReviewed.ts';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import { places, review } from '../engine/reviewing.ts';

const readers = [typescriptReviewer, eslintReviewer].map(withConsequences);
const vue = (script: string, open = '<script setup lang="ts">'): string =>
  `<template>\n  <p>{{ name }} <Row v-if="a < b" /></p>\n</template>\n\n${open}\n${script}</script>\n\n<style>\np > a { }\n</style>\n`;

async function said(path: string, text: string, before?: string): Promise<string[]> {
  return places(
    await review(readers, { 'x.txt': '', ...(before !== undefined && { [path]: before }) }, { [path]: text }),
  );
}

describe('the scripts of a component', () => {
  it('are read at their true lines', async () => {
    const text = vue("import Row from './Row.vue';\nconst name: string = 'a';\nif (name === name) go();\n");
    assert.deepEqual(await said('a.vue', text), ['a.vue:8 eslint/no-self-compare']);
    assert.deepEqual(await said('a.vue', text.replaceAll('\n', '\r\n')), ['a.vue:8 eslint/no-self-compare']);
  });

  it('have fixes that apply where they are', async () => {
    const text = vue('export const a = list.map(each => {\n  make(each);\n});\n');
    const result = await review(readers, { 'x.txt': '' }, { 'a.vue': text });
    assert.ok(result.status === 'completed');
    const [{ start_line, end_line, existing_code, suggested_code } = assert.fail()] = result.comments;
    assert.deepEqual([start_line, end_line], [6, 7]);
    assert.equal(existing_code, 'export const a = list.map(each => {\n  make(each);');
    assert.equal(suggested_code, 'export const a = list.map(each => {\n  return make(each);');
  });

  for (const [what, path, text] of [
    [
      'names that only the template uses',
      'a.vue',
      vue("import Row from './Row.vue';\nconst name = 'a';\nlet b;\ngo(b);\n"),
    ],
    [
      'what Svelte does when a variable is assigned',
      'a.svelte',
      '<script>\n  export let list;\n  function go() {\n    list = list;\n  }\n  $: list === 1;\n</script>\n{#each list as a}{a}{/each}\n',
    ],
    [
      'an import in both scripts',
      'a.vue',
      `<script lang="ts">\nimport { a } from 'a';\nexport const b = a;\n</script>\n<script setup lang="ts">\nimport { a } from 'a';\na();\n</script>\n`,
    ],
    ['data in a script', 'a.vue', '<script type="application/ld+json">\n{ "a": a === a }\n</script>\n'],
    ['another language', 'a.vue', '<script lang="coffee">\nx = -> a is a\n</script>\n'],
    ['a template without a script', 'a.vue', '<template>\n  <p>{{ a === a }}</p>\n</template>\n'],
    ['a script of the page', 'a.svelte', '<svelte:head>\n  <script>if (a === a) go();</script>\n</svelte:head>\n'],
  ] as const)
    it(`are quiet about ${what}`, async () => assert.deepEqual(await said(path, text), []));

  const twice = 'const c = { red: 1, red: 2 };\n';
  for (const [what, path, text, line] of [
    ['indented', 'a.vue', `<template>\n</template>\n\n  <script setup>\n${twice}  </script>\n`, 5],
    ['after a comment', 'a.vue', `<!-- <script> --><script lang="ts">\n${twice}</script>\n`, 2],
    ['after markup', 'a.svelte', `<p>x</p><script>\n${twice}</script>\n`, 2],
    ['after an element that is not closed', 'a.svelte', `<p>x\n <script>\n${twice}</script>\n`, 3],
    ['with a long value in the tag', 'a.vue', `<script data-a="${'x > '.repeat(100)}\n">\n${twice}</script>\n`, 3],
    ['of ES6', 'a.vue', `<script lang="es6">\n${twice}</script>\n`, 2],
    ['with the type of old', 'a.svelte', `<script type="text/ecmascript">\n${twice}</script>\n`, 2],
    ['not closed', 'a.vue', `<script>\n${twice}`, 2],
    [
      'after a text like a comment',
      'a.vue',
      `<template>{{ '<!--' }}</template>\n <script>\n${twice}</script>\n<!-- -->\n`,
      3,
    ],
    ['after a comment of five characters', 'a.vue', `<!-->\n <script>\n${twice}</script>\n<!-- -->\n`, 3],
    ['after a pattern like a text', 'a.svelte', `{/"/.test(a)} <script>${twice.trim()} const s = "}";</script>\n`, 1],
    ['after braces in a text', 'a.svelte', `{"{"} <script>\n${twice}</script>\n`, 2],
    ['after many blanks', 'a.svelte', `<script${' '.repeat(9_000)}>\n${twice}</script>\n`, 2],
    ['after a style', 'a.vue', `<style>a {} <!--</style>\n <script>\n${twice}</script>\n<!-- -->\n`, 3],
    ['second', 'a.vue', `<script setup>\nexport const a = 1;\n</script> <script lang="es6">\n${twice}</script>\n`, 4],
  ] as const)
    it(`are read if ${what}`, async () =>
      assert.deepEqual(await said(path, text), [`${path}:${line} eslint/no-dupe-keys`]));

  const gaps = async (path: string, text: string, before?: string): Promise<string[]> => {
    const files = { 'x.txt': '', ...(before !== undefined && { [path]: before }) };
    const result = await review(readers, files, { [path]: text });
    assert.ok(result.status === 'completed');
    return [...new Set(reviewGaps(result).flatMap(gap => gap.notifications.map(({ reason }) => reason)))];
  };
  const coffee = `<template>\n  <p>a</p>\n</template>\n\n  <script lang="coffee">\nx = -> a is a\n</script>\n`;

  it('are a gap in a language that is not read', async () => {
    assert.deepEqual(await gaps('a.vue', coffee), ['a script in coffee cannot be read']);
    const second = '<script setup>\nexport const a = 1;\n</script>\n<script lang="civet">\nb = 1\n</script>\n';
    assert.deepEqual(await gaps('a.vue', second), ['a script in civet cannot be read']);
    assert.deepEqual(await gaps('a.svelte', '<script type="text/livescript">\nb = 1\n</script>\n'), [
      'a script in text/livescript cannot be read',
    ]);
  });

  for (const [what, path, text, before] of [
    ['without new lines', 'a.vue', coffee.replace('<p>a', '<p>b'), coffee],
    ['without content', 'a.vue', '<script lang="coffee" src="./a.coffee"> </script>\n', undefined],
    [
      'with data for the page',
      'a.svelte',
      `<svelte:head>\n<script type="application/ld+json">\n{}\n</script>\n</svelte:head>\n`,
      undefined,
    ],
    [
      'that an expression makes',
      'a.svelte',
      '{@html `<script type="application/ld+json">${JSON.stringify(a)}</script>`}\n',
      undefined,
    ],
    ['in a comment', 'a.svelte', '<!--\n<script lang="coffee">\nb = 1\n</script>\n-->\n<p>a</p>\n', undefined],
  ] as const)
    it(`are no gap ${what}`, async () => assert.deepEqual(await gaps(path, text, before), []));

  const markup = async (path: string, before: string, after: string): Promise<unknown[]> => {
    const result = await review(readers, { 'x.txt': '', [path]: before }, { [path]: after });
    assert.ok(result.status === 'completed');
    return [listsOf(result).notReviewed.map(({ reason }) => reason), reviewGaps(result).length];
  };
  const outside = 'outside its scripts read for secrets and diff hygiene only';

  it('are all of it that is read, so other changes are named', async () => {
    const component = vue('const a = 1;\nexport { a };\n');
    assert.deepEqual(await markup('a.vue', component, component.replace('a < b', 'a = b')), [[outside], 0]);
    assert.deepEqual(await markup('a.vue', component, component.replace('p > a { }', 'p { }')), [[outside], 0]);
    const both = component.replace('a < b', 'a = b').replace('a = 1', 'a = 2');
    assert.deepEqual(await markup('a.vue', component, both), [[outside], 0]);
    const svelte = '<script>let a = 1;</script>\n<p>{a}</p>\n';
    assert.deepEqual(await markup('a.svelte', svelte, svelte.replace('{a}', '{@html a}')), [[outside], 0]);
  });

  it('are read whole where nothing else changes', async () => {
    const component = vue('const a = 1;\nexport { a };\n');
    assert.deepEqual(await markup('a.vue', component, component.replace('a = 1', 'a = 2')), [[], 0]);
    assert.deepEqual(await markup('a.vue', component, component.replace('export { a };\n', '')), [[], 0]);
    const blank = component.replace('</template>\n', '</template>\n\n');
    assert.deepEqual(await markup('a.vue', component, blank), [['only its white space changed'], 0]);
  });

  it('leave lines that others lost unread', async () => {
    const component = vue('const a = 1;\nexport { a };\n').replace('  <p>', '  <Guard />\n  <p>');
    const lost = [['only lost lines'], 1];
    assert.deepEqual(await markup('a.vue', component, component.replace('  <Guard />\n', '')), lost);
    const inCoffee = coffee.replace('x = ->', 'guard()\nx = ->');
    assert.deepEqual(await markup('a.vue', inCoffee, coffee), lost);
  });

  it('are found in time in what is no markup', async () => {
    for (const part of ['<a ', '<a "', '<!--', '{', '{{', '{"', '{`${', '<a {', '<a></b>', '<a></a><script>b</script>'])
      assert.deepEqual(await said('a.svelte', `${part.repeat(100_000)}\n>'">\n`), []);
  });

  it('are told of with the language of their own, and with what a change breaks in them', async () => {
    assert.deepEqual(await said('a.vue', vue('const a: = 1;\n'), vue('const a = 1;\n')), ['a.vue:6 typescript/TS1110']);
    assert.deepEqual(
      await said('a.svelte', '<script lang="ts">\n  const a = <T>(b: T): boolean => b === b;\n</script>\n'),
      ['a.svelte:2 eslint/no-self-compare'],
    );
    const rest = 'export function f() {\n  let a = 1;\n  a = 2;\n  return a;\n}\n';
    assert.deepEqual(await said('a.vue', vue(rest.replace('let', 'const'), '<script>'), vue(rest, '<script>')), [
      'a.vue:8 eslint/no-const-assign',
    ]);
  });
});

describe('a template', () => {
  const chosen =
    'export function f(b) {\n  //#if (isHosted)\n  const a = b;\n  //#else\n  const a = 1;\n  //#endif\n  return a;\n}\n';
  const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const all = [...readers, withConsequences(ruffReviewer), secretsReviewer(systemClock)];
  for (const [what, path, text] of [
    ['of EJS', 'templates/main.js', '<% if (a) { %>\nexport const a = <%= b %>;\n<% } %>\n'],
    ['of EJS within a list', 'a.js', 'export default {\n  plugins: [\n    <%- plugins %>,\n  ],\n};\n'],
    ['of Jinja', 'static/a.js', '{% if debug %}\nvar a = 1;\n{% endif %}\n'],
    ['with values of Django', 'static/b.js', 'var a = {{ a|safe }};\n'],
    ['in TypeScript', 'files/a.ts', "import { <%= name %> } from './a';\n"],
    ['of Python', 'project/a.py', '{% if a %}\nimport a\n{% endif %}\n'],
    ['with settings for a site on top', 'assets/a.js', '---\nlayout: none\n---\n\nconst a = 1;\nlog(a);\n'],
    ['with lines to choose from', 'site/a.js', chosen],
    ['with lines to choose from, in TypeScript', 'site/a.ts', chosen],
  ] as const)
    it(`${what} fails nothing, is named, and is searched for secrets`, async () => {
      const quiet = await review(all, { 'x.txt': '' }, { [path]: text });
      assert.deepEqual(places(quiet), []);
      assert.ok(quiet.status === 'completed');
      assert.deepEqual(reviewGaps(quiet), []);
      assert.match(reviewNotes(quiet).join('\n'), new RegExp(`^Not checked by .*, as templates: ${path}\\.$`, 'm'));
      const loud = await review(all, { 'x.txt': '' }, { [path]: `${text}# ${token}\n` });
      assert.ok(places(loud).some(place => place.endsWith('secrets/github-token')));
    });

  for (const [what, path, text] of [
    ['a mark is in a text elsewhere', 'a.js', "export const a = '<%= b %>';\nlog(a);\nconst = ;\n"],
    ['an object is in braces of its own', 'a.tsx', 'export const a = <p style={{ b: 1 }} />;\nlog(a);\nconst = ;\n'],
    ['lines at its top are drawn', 'a.js', '---\nlog(a);\nconst = ;\n'],
  ] as const)
    it(`is none where ${what}`, async () => {
      const result = await review(all, { [path]: '' }, { [path]: text });
      assert.ok(result.status === 'completed');
      assert.notDeepEqual(reviewGaps(result), []);
      assert.ok(places(result).some(place => place.includes('typescript/TS1')));
    });

  it('is none where what engines refuse is in no line to choose', async () => {
    const text = `${chosen}export function g(a) {\n  const a = 1;\n  return a;\n}\n`.replace(
      'const a = 1',
      'const c = 1',
    );
    assert.deepEqual(await said('a.js', text), ['a.js:10 typescript/early-error']);
  });
});
