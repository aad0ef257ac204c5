import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told, type Texts } from './memoryTrees.ts';

const before = {
  'model.ts': "export enum Status {\n  Open = 'open',\n  Paid = 'paid',\n}\n",
  'index.ts': "export * from './model';\n",
};
const lost = { 'model.ts': "export enum Status {\n  Paid = 'paid',\n}\n" };

function check(files: Texts, after: Texts = lost): string[] {
  return told(findingsOf(javascript, { ...before, ...files }, { ...before, ...files, ...after }));
}

describe('a member that an enum loses', () => {
  for (const [what, user] of [
    ['a value', "import { Status } from './model';\nexport const a = Status.Open;\n"],
    ['a comparison', "import { Status } from './model';\nexport const a = (b: Status) => b === Status.Open;\n"],
    ['another name', "import { Status as S } from './model';\nexport const a = S.Open;\n"],
    ['a barrel', "import { Status } from './index';\nexport const a = { [Status.Open]: 1 };\n"],
  ] as const)
    it(`is told with the files that still use it: ${what}`, () =>
      assert.deepEqual(check({ 'a.ts': user }), ['model.ts:2 cross-file/removed-member → a.ts:2']));

  it('is one finding for all places', () => {
    const user = "import { Status } from './model';\nexport const a = [Status.Open, Status.Open, Status.Paid];\n";
    assert.deepEqual(check({ 'a.ts': user, 'b.ts': user }), ['model.ts:2 cross-file/removed-member → a.ts:2 → b.ts:2']);
    const [finding] = findingsOf(javascript, { ...before, 'a.ts': user }, { ...before, 'a.ts': user, ...lost });
    assert.equal(finding?.title, '`Status.Open` is removed, but `a.ts` still uses it');
  });

  it('is said to be refused by TypeScript where that reads the files', () => {
    const body = (ending: string): string | undefined => {
      const files = {
        [`state.${ending}`]: 'export const state = {\n  open: 1,\n  paid: 2,\n};\n',
        [`a.${ending}`]: "import { state } from './state';\nexport const a = state.open;\n",
      };
      const after = { ...files, [`state.${ending}`]: 'export const state = {\n  paid: 2,\n};\n' };
      return findingsOf(javascript, files, after)[0]?.body;
    };
    assert.match(body('ts') ?? '', /^TypeScript refuses that, and where the code runs `state\.open` is `undefined`\./);
    assert.match(body('js') ?? '', /^Where the code runs `state\.open` is `undefined`\./);
  });

  const user = { 'a.ts': "import { Status } from './model';\nexport const a = Status.Open;\n" };
  for (const [what, files, after] of [
    ['nothing uses it', { 'a.ts': user['a.ts'].replace('Open', 'Paid') }, lost],
    ['who uses it changes too', user, { ...lost, 'a.ts': user['a.ts'].replace('Open', 'Paid') }],
    ['it only moves', user, { 'model.ts': "export enum Status {\n  Paid = 'paid',\n  Open = 'open',\n}\n" }],
    [
      'a namespace adds to it',
      user,
      { 'model.ts': `${lost['model.ts']}export namespace Status {\n  export const Open = 1;\n}\n` },
    ],
    ['it is no enum any more', user, { 'model.ts': "export const Status = { Open: 'open' };\n" }],
    [
      'another name is the file’s own',
      { 'a.ts': `${user['a.ts']}export const b = (Status: any) => Status.Open;\n` },
      lost,
    ],
    [
      'another module has the name',
      { 'a.ts': user['a.ts'].replace('./model', './other'), 'other.ts': 'export enum Status { Open }\n' },
      lost,
    ],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(check(files, after), []));
});

describe('a member that something exported loses', () => {
  const use = (name: string, code: string): string => `import { ${name} } from './model';\nexport ${code}\n`;
  const store = (made: string): string => `import { defineStore } from 'pinia';\nexport const useCart = ${made};\n`;
  const lines = (...each: readonly string[]): string => `${each.join('\n')}\n`;

  for (const [what, model, now, user, line] of [
    [
      'an object',
      lines('export const config = {', '  dir: 1,', '  port: 2,', '} as const;'),
      lines('export const config = {', '  port: 2,', '} as const;'),
      use('config', 'const a = () => join(config.dir);'),
      2,
    ],
    [
      'an object that is taken apart',
      lines('const api = Object.freeze({ list() {}, find: 1 });', 'export { api };'),
      lines('const api = Object.freeze({ all() {}, find: 1 });', 'export { api };'),
      use('api', 'const a = () => { const { list } = api; return list(); };'),
      1,
    ],
    [
      'the instance of a class',
      lines('class Orders {', '  find() {}', '  list() {}', '}', 'export const orders = new Orders();'),
      lines('class Orders {', '  find() {}', '  all() {}', '}', 'export const orders = new Orders();'),
      use('orders', 'const a = () => orders.list();'),
      3,
    ],
    [
      'a class',
      lines('export class Orders {', '  static list() {}', '  static find() {}', '}'),
      lines('export class Orders {', '  static find() {}', '}'),
      use('Orders', 'const a = () => Orders.list();'),
      2,
    ],
    [
      'a class that another holds by its type',
      lines("@Injectable({ providedIn: 'root' })", 'export class Orders {', '  list() {}', '}'),
      lines("@Injectable({ providedIn: 'root' })", 'export class Orders {', '  all() {}', '}'),
      use('Orders', 'class A { constructor(private orders: Orders) {} a() { return this.orders.list(); } }'),
      3,
    ],
    [
      'a class that another has injected',
      lines('@Injectable()', 'export class Orders {', '  list() {}', '}'),
      lines('@Injectable()', 'export class Orders {', '  all() {}', '}'),
      use('Orders', 'class A { orders = inject(Orders); a() { return this.orders.list(); } }'),
      3,
    ],
    [
      'what a function gives',
      lines('export function useFormat() {', '  const price = () => 1;', '  return { price, other: 2 };', '}'),
      lines('export function useFormat() {', '  const amount = () => 1;', '  return { amount, other: 2 };', '}'),
      use('useFormat', 'function a() { const { price: p } = useFormat(); return p(); }'),
      3,
    ],
    [
      'what a function gives in one of several ends',
      lines('export const useFormat = () => {', '  if (x) return { a: 1 };', '  return { a: 1, b: 2 };', '};'),
      lines('export const useFormat = () => {', '  if (x) return { a: 1 };', '  return { a: 1 };', '};'),
      use('useFormat', 'function a() { const format = useFormat(); return format.b; }'),
      3,
    ],
    [
      'a store that is written as options',
      store("defineStore('cart', { state: () => ({ items: [] }), actions: { clear() {} } })"),
      store("defineStore('cart', { state: () => ({ items: [] }), actions: { empty() {} } })"),
      use('useCart', 'function a() { const cart = useCart(); cart.clear(); }'),
      2,
    ],
    [
      'a store that is written as a function',
      store("defineStore('cart', () => { const clear = 1; return { clear, items: 1 }; })"),
      store("defineStore('cart', () => { const empty = 1; return { empty, items: 1 }; })"),
      use('useCart', 'function a() { const cart = useCart(); cart.clear(); }'),
      2,
    ],
  ] as const)
    it(`is told: ${what}`, () => {
      const files = { 'model.ts': model, 'a.ts': user };
      const findings = findingsOf(javascript, files, { ...files, 'model.ts': now });
      assert.deepEqual(told(findings), [`model.ts:${line} cross-file/removed-member → a.ts:2`]);
    });

  for (const [what, markup, isTold] of [
    ['shows it', '<p>{{ cart.clear }}</p>', true],
    ['calls it', '<p @click="cart.clear(1)" />', true],
    ['hands it on', '<p :a="cart.clear" />', true],
    ['reads a part of it, and asks for that', '<p v-if="cart.clear.name">{{ cart.clear.name }}</p>', true],
    ['asks for it', '<p v-if="cart.clear">{{ cart.clear }}</p>', false],
    ['has another in its place', '<p :a="cart.clear ?? 1" />', false],
    ['has another of its name', '<p v-for="cart in all" :a="cart.clear" />', false],
    ['reads another', '<p :a="cart.items" />', false],
  ] as const)
    it(`is ${isTold ? 'told' : 'nothing'} where the markup of a component ${what}`, () => {
      const script = "<script setup>\nimport { useCart } from './cart';\nconst cart = useCart();\n</script>\n";
      const files = {
        'cart.js': store("defineStore('cart', { state: () => ({ items: [] }), actions: { clear() {} } })"),
        'A.vue': `${script}<template>\n${markup}\n</template>\n`,
      };
      const after = { ...files, 'cart.js': files['cart.js'].replace('clear', 'empty') };
      const found = isTold ? ['cart.js:2 cross-file/removed-member → A.vue:6'] : [];
      assert.deepEqual(told(findingsOf(javascript, files, after)), found);
    });

  const typed = (members: string, made: string): string => `export interface Config {\n${members}}\n${made}\n`;
  for (const [what, made, user] of [
    ['a value', 'export const config: Config = load();', use('config', 'const a = () => join(config.dir);')],
    [
      'a function',
      'export function use(): Config { return load(); }',
      use('use', 'const a = () => { const { dir } = use(); };'),
    ],
  ] as const)
    it(`is told where the type beside it, which is written out, loses it: ${what}`, () => {
      const found = (before: string, after: string): string[] => {
        const files = { 'model.ts': before, 'a.ts': user };
        return told(findingsOf(javascript, files, { ...files, 'model.ts': after }));
      };
      const whole = typed('  dir: string;\n  port: number;\n', made);
      const without = typed('  port: number;\n', made);
      assert.deepEqual(found(whole, without), ['model.ts:2 cross-file/removed-member → a.ts:2']);
      for (const after of [
        without.replace('Config {', 'Config extends Base {'),
        without.replace('  port', '  [name: string]: unknown;\n  port'),
        `${without}export interface Config { dir: string }\n`,
        without.replaceAll(': Config', ': Config | undefined'),
      ])
        assert.deepEqual(found(whole, after), [], after);
    });

  const before = 'export const config = {\n  dir: 1,\n  port: 2,\n};\n';
  const after = 'export const config = {\n  port: 2,\n};\n';
  const reader = use('config', 'const a = () => join(config.dir);');
  for (const [what, base, head, user] of [
    [
      'its type may leave it out',
      before.replace('config', 'config: Config'),
      after.replace('config', 'config: Config'),
      reader,
    ],
    ['it may get more by another', before, after.replace('port', '...more,\n  port'), reader],
    ['a name is computed', before, after.replace('port: 2', '[port]: 2'), reader],
    ['who reads it asks first', before, after, use('config', 'const a = () => config.dir ?? 1;')],
    ['who reads it sets it', before, after, use('config', 'const a = () => { config.dir = 1; };')],
    ['it is a default that is taken', before, after, use('config', 'const a = () => { const { dir = 1 } = config; };')],
    ['it is another that has its name', before, after, use('config', 'const a = (config) => config.dir;')],
    ['the file sets it', before, `${after}config.dir = 1;\n`, reader],
    ['a function of it sets it', before, after.replace('port', 'load() { this.dir = 1; },\n  port'), reader],
    ['the file adds to it', before, `${after}Object.assign(config, more);\n`, reader],
    ['the file looks it up', before, `${after}config[name] = 1;\n`, reader],
    ['it is a variable', before.replace('const', 'let'), after.replace('const', 'let'), reader],
  ] as const)
    it(`is nothing where ${what}`, () => {
      const files = { 'model.ts': base, 'a.ts': user };
      assert.deepEqual(told(findingsOf(javascript, files, { ...files, 'model.ts': head })), []);
    });

  it('is told where nothing is left', () => {
    const files = { 'model.ts': before, 'a.ts': reader };
    const head = { ...files, 'model.ts': 'export const config = {};\n' };
    assert.deepEqual(told(findingsOf(javascript, files, head)), ['model.ts:2 cross-file/removed-member → a.ts:2']);
  });

  it('is nothing where its class gets it elsewhere', () => {
    const files = {
      'model.ts': 'class Orders {\n  list() {}\n}\nexport const orders = new Orders();\n',
      'a.ts': use('orders', 'const a = () => orders.list();'),
    };
    for (const made of ['class Orders {}\nOrders.prototype.list = list;', 'class Orders extends Base {}'])
      assert.deepEqual(
        told(findingsOf(javascript, files, { ...files, 'model.ts': `${made}\nexport const orders = new Orders();\n` })),
        [],
      );
  });

  for (const [what, made] of [
    ['may give something else', 'if (x) return y;\n  return { port: 2 };'],
    ['has more ends', 'if (x) return;\n  return { port: 2 };'],
    ['gives what another gave', 'return { ...more, port: 2 };'],
    ['gives it after all', 'if (x) return { dir: 1 };\n  return { port: 2 };'],
  ] as const)
    it(`is nothing where a function ${what}`, () => {
      const files = {
        'model.ts': 'export function use() {\n  return { dir: 1, port: 2 };\n}\n',
        'a.ts': use('use', 'function a() { const { dir } = use(); return dir; }'),
      };
      const head = { ...files, 'model.ts': `export function use() {\n  ${made}\n}\n` };
      assert.deepEqual(told(findingsOf(javascript, files, head)), []);
    });
});

describe('what a component takes no more', () => {
  const modal = (parameters: string): string => `export function Modal(${parameters}) {\n  return <p>{title}</p>;\n}\n`;
  const page = 'import { Modal } from \'./Modal\';\nexport const page = <Modal title="a" open={b} />;\n';
  const found = (after: string, user = page, before = modal('{ title, open }')): ReturnType<typeof findingsOf> => {
    const files = { 'Modal.jsx': before, 'page.jsx': user };
    return findingsOf(javascript, files, { ...files, 'Modal.jsx': after });
  };

  it('is told where it is still passed and another name may stand for it', () => {
    assert.deepEqual(told(found(modal('{ title, visible = false }'))), [
      'Modal.jsx:1 cross-file/removed-member → page.jsx:2',
    ]);
    const [finding] = found(modal('{ title, visible = false }'));
    assert.equal(finding?.title, '`Modal` does not take `open` any more, but `page.jsx` still passes it');
    const [other] = found(
      modal('{ title, visible }').replace('export', 'export default'),
      page.replace('{ Modal }', 'Dialog').replace('<Modal', '<Dialog'),
      modal('{ title, open }').replace('export', 'export default'),
    );
    assert.equal(other?.title, '`Modal` does not take `open` any more, but `page.jsx` still passes it');
  });

  for (const [what, after, user] of [
    ['it takes the rest', modal('{ title, ...rest }'), page],
    ['it takes all', modal('props').replace('{title}', '{props.title}'), page],
    ['nothing takes its place', modal('{ title }'), page],
    ['what takes its place is passed too', modal('{ title, visible }'), page.replace('open', 'visible open')],
    ['nobody passes it', modal('{ title, visible }'), page.replace(' open={b}', '')],
    ['it has another name inside', modal('{ title, open: isOpen }'), page],
    ['another component has the name', modal('{ title, visible }'), page.replace('./Modal', './Other')],
    ['it is wrapped', 'export const Modal = memo(({ title, visible }) => <p>{title}</p>);\n', page],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(told(found(after, user)), []));
});
