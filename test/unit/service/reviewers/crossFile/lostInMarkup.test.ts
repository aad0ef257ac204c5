import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told, unexplainedIn } from './memoryTrees.ts';

const users = { 'users.js': 'export const list = [];\n', 'Card.vue': '<template><p /></template>\n' };

function saidOf(path: string, before: string, after: string, others: Record<string, string> = {}): string[] {
  const base = { ...users, ...others, [path]: before };
  const head = { ...base, [path]: after };
  return [...told(findingsOf(javascript, base, head)), ...unexplainedIn(javascript, base, head)];
}

const vue = (script: string, markup: string): string =>
  `<script setup>\nimport { list } from './users.js';\n${script}\n</script>\n\n<template>\n${markup}\n</template>\n`;
const svelte = (script: string, markup: string): string =>
  `<script>\nimport { list } from './users.js';\n${script}\n</script>\n\n${markup}\n`;
const load = 'function load() {}';

describe('a name that the markup of a component loses', () => {
  for (const markup of [
    '<button @click="load">a</button>',
    '<button @click="load()">a</button>',
    '<button v-on:click.once="() => load(1)">a</button>',
    '<p>{{ a.b + load() }}</p>',
    '<p :class="{ load: load }" />',
    '<p v-for="each in load(list)">{{ each }}</p>',
    "<p v-if='!load' />",
  ])
    it(`is told in Vue: ${markup}`, () => {
      assert.deepEqual(saidOf('A.vue', vue(load, markup), vue('', markup)), [
        'A.vue:3 cross-file/undefined-name → A.vue:7',
      ]);
    });

  for (const markup of [
    '<button on:click={load}>a</button>',
    '<button onclick={() => load(1)}>a</button>',
    '<p {load} />',
    '{#if load && !list}a{/if}',
    '{#each load(list) as each}{each}{/each}',
    '{@html load()}',
    '<p use:load />',
    '<p>{$load}</p>',
  ])
    it(`is told in Svelte: ${markup}`, () => {
      assert.deepEqual(saidOf('A.svelte', svelte(load, markup), svelte('', markup)), [
        'A.svelte:3 cross-file/undefined-name → A.svelte:6',
      ]);
    });

  for (const [properties, isTold] of [
    ['defineProps<{ a: string }>();', true],
    ['interface Props { a: string }\ndefineProps<Props>();', true],
    ["import type { Props } from './props';\ndefineProps<Props>();", false],
    [
      "import type { Shared } from './props';\ninterface Props extends Shared { a: string }\ndefineProps<Props>();",
      false,
    ],
    ["import { properties } from './props';\ndefineProps(properties);", false],
    ["defineProps(['a']);", true],
  ] as const)
    it(`is ${isTold ? '' : 'not '}told beside ${JSON.stringify(properties)}, which ${isTold ? 'says all' : 'may say it'}`, () => {
      const [before, after] = [`const load = 1;\n${properties}`, properties];
      const typed = (script: string): string => vue(script, '<p>{{ load }}</p>').replace('setup', 'setup lang="ts"');
      const said = saidOf('A.vue', typed(before), typed(after));
      assert.equal(said.length, isTold ? 1 : 0, said.join());
    });

  it('is told of a component of Svelte, and of Vue named only, since something may register it', () => {
    const card = "import Card from './Card.vue';";
    assert.deepEqual(saidOf('A.svelte', svelte(card, '<Card />'), svelte('', '<Card />')), [
      'A.svelte:3 cross-file/undefined-name → A.svelte:6',
    ]);
    for (const [element, name] of [
      ['<Card />', 'Card'],
      ['<user-card />', 'UserCard'],
    ] as const) {
      const before = vue(`import ${name} from './Card.vue';`, element);
      assert.deepEqual(saidOf('A.vue', before, vue('', element)), [`${name} at A.vue:3`]);
      const nuxt = { 'package.json': '{ "dependencies": { "nuxt": "3" } }' };
      assert.deepEqual(saidOf('A.vue', before, vue('', element), nuxt), []);
    }
  });

  for (const [what, path, before, after] of [
    ['goes there too', 'A.vue', vue(load, '<p @click="load" />'), vue('', '<p />')],
    ['is renamed in both', 'A.vue', vue(load, '<p @click="load" />'), vue('function go() {}', '<p @click="go" />')],
    [
      'becomes a property',
      'A.vue',
      vue('const load = 1;', '<p>{{ load }}</p>'),
      vue("defineProps(['load']);", '<p>{{ load }}</p>'),
    ],
    [
      'is declared by the markup',
      'A.vue',
      vue(load, '<p v-for="(load, i) in list">{{ load }}</p>'),
      vue('', '<p v-for="(load, i) in list">{{ load }}</p>'),
    ],
    [
      'comes in a slot',
      'A.vue',
      vue(load, '<p #default="{ load }">{{ load }}</p>'),
      vue('', '<p #default="{ load }">{{ load }}</p>'),
    ],
    ['is a parameter', 'A.vue', vue(load, '<p @a="load => load()" />'), vue('', '<p @a="load => load()" />')],
    [
      'is a word',
      'A.vue',
      vue(load, '<p load="load">load</p>\n<p :a="\'load\'" :b="a.load" :c="{ load: 1 }" />'),
      vue('', '<p load="load">load</p>\n<p :a="\'load\'" :b="a.load" :c="{ load: 1 }" />'),
    ],
    ['was of no markup', 'A.vue', vue(load, '<p />'), vue('', '<p />')],
    [
      'is one of each',
      'A.svelte',
      svelte(load, '{#each list as load, i (load)}{load}{/each}'),
      svelte('', '{#each list as load, i (load)}{load}{/each}'),
    ],
    ['is a constant', 'A.svelte', svelte(load, '{@const load = 1}{load}'), svelte('', '{@const load = 1}{load}')],
    [
      'is awaited',
      'A.svelte',
      svelte(load, '{#await list then load}{load}{/await}'),
      svelte('', '{#await list then load}{load}{/await}'),
    ],
    [
      'is let by a component',
      'A.svelte',
      svelte(load, '<List let:load>{load}</List>'),
      svelte('', '<List let:load>{load}</List>'),
    ],
    [
      'is a class of a style',
      'A.svelte',
      svelte(load, '<style>p { load: 1 }</style>'),
      svelte('', '<style>p { load: 1 }</style>'),
    ],
    [
      'is of an object',
      'A.vue',
      '<script>\nconst load = 1;\nexport default { data: () => ({ load }) };\n</script>\n<template><p>{{ load }}</p></template>\n',
      '<script>\nimport Base from "base";\nexport default { extends: Base };\n</script>\n<template><p>{{ load }}</p></template>\n',
    ],
  ] as const)
    it(`is nothing where it ${what}`, () => assert.deepEqual(saidOf(path, before, after), []));
});
