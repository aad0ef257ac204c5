import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told } from './memoryTrees.ts';

const vue = (script: string): string =>
  `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n  <p />\n</template>\n`;
const svelte = (script: string): string => `<script>\n${script}\n</script>\n\n<p />\n`;
const page = (markup: string, ending = 'vue'): string =>
  `<script setup>\nimport Card from './Card.${ending}';\n</script>\n\n<template>\n${markup}\n</template>\n`;

function found(before: string, after: string, markup: string, ending = 'vue'): ReturnType<typeof findingsOf> {
  const files = { [`Card.${ending}`]: before, [`Page.${ending}`]: page(markup, ending) };
  return findingsOf(javascript, files, { ...files, [`Card.${ending}`]: after });
}

describe('what a component of Vue takes no more', () => {
  for (const [what, before, after, markup] of [
    [
      'a type',
      'defineProps<{ rowCount: number }>();',
      'defineProps<{ rows: number }>();',
      '<Card :row-count="a > 1" />',
    ],
    [
      'a type with a name, and defaults',
      'interface Props { rowCount?: number }\nconst props = withDefaults(defineProps<Props>(), {});',
      'interface Props { rows?: number }\nconst props = withDefaults(defineProps<Props>(), {});',
      '<Card :rowCount="1" />',
    ],
    ['a list', "defineProps(['rowCount']);", "defineProps(['rows']);", '<Card rowCount="1" />'],
    ['an object', 'defineProps({ rowCount: Number });', 'defineProps({ rows: Number });', '<Card rowCount />'],
    [
      'an event',
      "const emit = defineEmits(['rowCount']);",
      "const emit = defineEmits(['rows']);",
      '<Card @row-count.once="a" />',
    ],
    [
      'an event with a type',
      'defineEmits<{ rowCount: [] }>();',
      'defineEmits<{ rows: [] }>();',
      '<Card v-on:rowCount="a" />',
    ],
  ] as const)
    it(`is told where it is still passed: ${what}`, () =>
      assert.match(
        told(found(vue(before), vue(after), markup)).join(),
        /^Card\.vue:\d cross-file\/removed-member → Page\.vue:6$/,
      ));

  it('is called as it is written', () => {
    const [finding] = found(vue("defineEmits(['chosen']);"), vue("defineEmits(['picked']);"), '<Card @chosen="a" />');
    assert.equal(finding?.title, '`Card` does not emit `chosen` any more, but `Page.vue` still listens to it');
  });

  const [before, after] = [vue("defineProps(['rowCount']);"), vue("defineProps(['rows']);")];
  for (const [what, base, head, markup] of [
    ['what takes its place is passed', before, after, '<Card row-count="1" :rows="1" />'],
    ['nothing takes its place', before, vue('defineProps([]);'), '<Card row-count="1" />'],
    ['an event alone is new', before, vue("defineProps([]);\ndefineEmits(['rows']);"), '<Card row-count="1" />'],
    ['more may be passed', before, after, '<Card row-count="1" v-bind="all" />'],
    [
      'the component hands on what it is given',
      before,
      after.replace('<p />', '<p v-bind="$attrs" />'),
      '<Card row-count="1" />',
    ],
    ['it may take more', before, vue('defineProps<Props>();'), '<Card row-count="1" />'],
    ['another component is given it', before, after, '<Other row-count="1" /><Card />'],
    [
      'it tells it elsewhere',
      vue("defineEmits(['chosen']);"),
      vue("defineEmits(['picked']);").replace('<p />', '<p @click="$emit(\'chosen\')" />'),
      '<Card @chosen="a" />',
    ],
    [
      'it may tell anything',
      vue("defineEmits(['chosen']);"),
      vue("const emit = defineEmits(['picked']);\nemit(name);"),
      '<Card @chosen="a" />',
    ],
    ['its root takes it', vue("defineProps(['title']);"), vue("defineProps(['heading']);"), '<Card title="1" />'],
    ['its root tells it', vue("defineEmits(['click']);"), vue("defineEmits(['press']);"), '<Card @click="a" />'],
    ['it stands in a text', before, after, '<Card text="a row-count {rowCount} b" />'],
    ['it stands in a comment', before, after, '<!-- <Card row-count="1" /> -->'],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(told(found(base, head, markup)), []));
});

describe('what a component of Svelte takes no more', () => {
  const [before, after] = [svelte('export let active = false;'), svelte('export let playing = false;')];
  for (const [what, base, head, markup] of [
    ['an exported variable', before, after, '<Card class="a" active={b > 1} on:click={() => { go() }} />'],
    ['by its own name', before, after, '<Card {active} />'],
    ['a binding', before, after, '<Card bind:active />'],
    [
      'a rune',
      svelte('let { active, other = 1 } = $props();'),
      svelte('let { playing, other = 1 } = $props();'),
      '<Card active />',
    ],
    ['an event', svelte("dispatch('chosen');"), svelte("dispatch('picked');"), '<Card on:chosen={go} />'],
  ] as const)
    it(`is told where it is still passed: ${what}`, () =>
      assert.deepEqual(told(found(base, head, markup, 'svelte')), [
        'Card.svelte:2 cross-file/removed-member → Page.svelte:6',
      ]));

  for (const [what, head, markup] of [
    ['more may be passed', after, '<Card active {...all} />'],
    ['the component takes the rest', svelte('let { playing, ...rest } = $props();'), '<Card active />'],
    ['the component hands on what it is given', `${after}<a {...$$restProps} />`, '<Card active />'],
    ['it has another name inside', svelte('let playing;\nexport { playing as active };'), '<Card active />'],
    ['a child of it tells the event', svelte('').replace('<p />', '<Other on:active />'), '<Card on:active={go} />'],
    ['an expression has the word', after, '<Card data={{ active }} other={() => { active }} />'],
  ] as const)
    it(`is nothing where ${what}`, () => {
      const base = markup.includes('on:active') ? svelte("dispatch('active');") : before;
      assert.deepEqual(told(found(base, head, markup, 'svelte')), []);
    });
});
