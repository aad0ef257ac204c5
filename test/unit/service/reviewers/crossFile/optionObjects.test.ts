import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told } from './memoryTrees.ts';

const load = 'async load() {},';
const store = (member: string, more = ''): string =>
  `export const usePlants = defineStore('plants', {\n  state: () => ({ all: [] }),${more}\n  actions: {\n    ${member}\n    async water(id) {\n      await this.load();\n    },\n  },\n});\n`;
const component = (member: string, more = ''): string =>
  `<script>\nexport default {\n  data() {\n    return { all: [] };\n  },${more}\n  created() {\n    this.load();\n  },\n  methods: {\n    ${member}\n  },\n};\n</script>\n`;

const found = (before: string, after: string, path: string): string[] =>
  told(findingsOf(javascript, { [path]: before }, { [path]: after }));

describe('members that an object of options loses', () => {
  it('are told of a store of Pinia', () => {
    const [before, after] = [store(load), store('async refresh() {},')];
    assert.deepEqual(found(before, after, 'plants.js'), ['plants.js:4 cross-file/removed-member → plants.js:6']);
    const [finding] = findingsOf(javascript, { 'plants.js': before }, { 'plants.js': after });
    assert.equal(finding?.title, '`usePlants.load` is removed, but line 6 still uses it');
  });

  it('are told of a component of Vue, by its name', () => {
    const [before, after] = [component('load() {},'), component('refresh() {},')];
    assert.deepEqual(found(before, after, 'src/PlantList.vue'), [
      'src/PlantList.vue:10 cross-file/removed-member → src/PlantList.vue:7',
    ]);
    const [finding] = findingsOf(javascript, { 'src/PlantList.vue': before }, { 'src/PlantList.vue': after });
    assert.equal(finding?.title, '`PlantList.load` is removed, but line 7 still uses it');
    const plain = (text: string): string =>
      text
        .replace(/<.*>\n/g, '')
        .replace('export default', 'export default Vue.extend(')
        .replace(/\};\n$/, '});\n');
    assert.equal(found(plain(before), plain(after), 'src/PlantList.js').length, 1);
  });

  for (const [what, after] of [
    ['they are data now', component('').replace('all: []', 'all: [], load: go')],
    ['they are properties now', component('', "\n  props: ['load'],")],
    ['they are computed now', component('', '\n  computed: {\n    load() { return go; },\n  },')],
    ['they come from a store now', component("...mapActions(['load']),")],
    ['their use goes too', component('').replace('this.load()', 'go()')],
    ['they are asked for first', component('').replace('this.load()', 'this.load?.()')],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(found(component('load() {},'), after, 'A.vue'), []));

  for (const [what, more] of [
    ['a mixin', '\n  mixins: [loading],'],
    ['another component', '\n  extends: Base,'],
    ['what setup gives', '\n  setup() {\n    return useAll();\n  },'],
    ['what is spread', '\n  computed: { ...others },'],
  ] as const)
    it(`are left alone where ${what} may have had them`, () =>
      assert.deepEqual(found(component('load() {},', more), component('', more), 'A.vue'), []));

  it('are those of the object alone: a function of its own has another this', () => {
    const after = component('refresh() { list.forEach(function () { this.load(); }); },').replace(
      'this.load();\n  },\n  methods',
      'go();\n  },\n  methods',
    );
    assert.deepEqual(found(component('load() {},'), after, 'A.vue'), []);
  });
});
