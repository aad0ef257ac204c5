import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { doubted, findingsOf, told, type Texts, unexplainedIn } from './memoryTrees.ts';

function check(before: Texts, after: Texts): string[] {
  return told(findingsOf(javascript, before, { ...before, ...after }));
}

describe('JavaScript across files', () => {
  it('knows every name that TypeScript’s libraries declare for browsers, workers and ECMAScript', () => {
    const libraries = path.dirname(fileURLToPath(import.meta.resolve('typescript')));
    const declared = readdirSync(libraries)
      .filter(name => /^lib\..*\.d\.ts$/.test(name) && !name.includes('scripthost'))
      .flatMap(name => [
        ...readFileSync(path.join(libraries, name), 'utf8').matchAll(
          /^declare (?:var|let|const|function|class|namespace) (\w+)/gm,
        ),
      ])
      .map(([, name = '']) => name);
    assert.ok(declared.includes('WebAssembly') && declared.includes('Array') && declared.length > 1_000);
    const uses = [...new Set(declared)].map(name => `console.log(${name});\n`).join('');
    assert.deepEqual(check({}, { 'a.js': `export {};\n${uses}` }), []);
  });

  describe('a removed export', () => {
    const money = 'export const fee = 1;\nexport function refund() {}\n';
    const without = 'export const fee = 1;\n';
    for (const [what, importer] of [
      ['a named import', "import { refund } from './money';\nrefund();\n"],
      ['a renamed import', "import { refund as back } from './money.js';\nback();\n"],
      ['a re-export', "export { refund } from './money';\n"],
      ['a type import', "import type { refund } from './money';\n"],
    ] as const)
      it(`is told with the place that breaks: ${what}`, () => {
        assert.deepEqual(check({ 'src/money.ts': money, 'src/pay.ts': importer }, { 'src/money.ts': without }), [
          'src/money.ts:2 cross-file/removed-export → src/pay.ts:1',
        ]);
      });

    it('says of a type that its import fails where types are checked, since nothing else is left of it', () => {
      const before = { 'money.ts': 'export interface Fee {}\n', 'pay.ts': "import { Fee } from './money';\n" };
      const [finding] = findingsOf(javascript, before, { ...before, 'money.ts': 'export {};\n' });
      assert.match(finding?.body ?? '', /^TypeScript refuses the import,/);
      assert.equal(finding?.severity, 'low');
    });

    for (const [what, files, places] of [
      ['a barrel', { 'src/old/index.ts': "export { refund } from '../money';\n" }, []],
      ['a component', { 'src/Refund.tsx': "import { refund } from './money';\nexport default () => refund();\n" }, []],
      [
        'a barrel of a package',
        { 'old/package.json': '{}', 'old/src/index.ts': "export { refund } from '../../src/money';\n" },
        ['old/src/index.ts:1'],
      ],
      [
        'a file that is called old',
        { 'src/views/Refund-old.vue': "<script>\nimport { refund } from '../money';\n</script>\n" },
        [],
      ],
      [
        'a file that is called old, and used',
        {
          'src/refund-old.js': "import { refund } from './money';\n",
          'src/b.js': "import './refund-old';\n",
        },
        ['src/refund-old.js:1'],
      ],
      [
        'a component of a page',
        { 'src/pages/Refund.tsx': "import { refund } from '../money';\nexport default () => refund();\n" },
        ['src/pages/Refund.tsx:1'],
      ],
      [
        'a barrel that another file imports',
        { 'src/old/index.ts': "export { refund } from '../money';\n", 'src/a.ts': "import { refund } from './old';\n" },
        ['src/old/index.ts:1'],
      ],
      [
        'a file that is called old, and that a command of the manifest runs',
        {
          'src/refund-old.js': "import { refund } from './money';\n",
          'package.json': '{ "scripts": { "refund": "NODE_ENV=production node ./src/refund-old.js --all" } }',
        },
        ['src/refund-old.js:1'],
      ],
      [
        'a file that is called old, beside one that a command runs',
        {
          'src/refund-old.js': "import { refund } from './money';\n",
          'package.json': '{ "scripts": { "refund": "node src/refund.js" } }',
        },
        [],
      ],
      ...(
        [
          ["import.meta.glob('./widgets/*.{jsx,tsx}')", true],
          ["import.meta.glob<Widget>(['/src/widgets/**', '!**/*.test.tsx'], { eager: true })", true],
          ["import.meta.glob('@/widgets/*.tsx')", true],
          ["require.context('./widgets', true, /tsx$/)", true],
          ['import(`./widgets/${name}.tsx`)', true],
          ["import('./widgets/' + name)", true],
          ["import.meta.glob('./widgets/*.vue')", false],
          ["import.meta.glob('./others/*.tsx')", false],
          ["import.meta.glob(['./others/*.tsx', '!./widgets/*.tsx'])", false],
          ['import(`${folder}/Refund.tsx`)', false],
        ] as const
      ).map(
        ([code, isLoaded]) =>
          [
            `a component beside ${code}`,
            {
              'src/widgets/Refund.tsx': "import { refund } from '../money';\nexport default () => refund();\n",
              'src/all.ts': `export const all = ${code};\n`,
            },
            isLoaded ? ['src/widgets/Refund.tsx:1'] : [],
          ] as const,
      ),
    ] as const)
      it(`is told only where something may load what breaks: ${what}`, () => {
        const found = check({ 'src/money.ts': money, ...files }, { 'src/money.ts': without });
        const told = ['src/money.ts:2 cross-file/removed-export', ...places].join(' → ');
        assert.deepEqual(found, places.length === 0 ? [] : [told]);
      });

    it('is not told of types in files that are not compiled', () => {
      const types = 'export interface Money {}\nexport const fee = 1;\n';
      const uses = "import { Money, fee } from './money';\n";
      const found = (exclude: readonly string[], text = uses, others: Texts = {}): string[] =>
        check(
          { 'src/money.ts': types, 'src/money.test.ts': text, 'tsconfig.json': JSON.stringify({ exclude }), ...others },
          { 'src/money.ts': 'export const now = 1;\n' },
        );
      assert.deepEqual(found(['**/*.test.ts'], "import { Money } from './money';\n"), []);
      assert.deepEqual(found(['**/*.spec.ts'], "import { Money } from './money';\n"), [
        'src/money.ts:1 cross-file/removed-export → src/money.test.ts:1',
      ]);
      // Other settings beside them are for tests.
      const forTests = { 'tsconfig.spec.json': JSON.stringify({ include: ['**/*.test.ts'] }) };
      assert.equal(found(['**/*.test.ts'], "import { Money } from './money';\n", forTests).length, 1);
      // JavaScript has no types, whatever it imports.
      const inJavaScript = { 'src/use.js': "import { Money } from './money';\n" };
      assert.deepEqual(found([], '', inJavaScript), []);
      // A value is missed where the test runs.
      assert.deepEqual(found(['**/*.test.ts']), ['src/money.ts:2 cross-file/removed-export → src/money.test.ts:1']);
    });

    it('is one finding for all names that a module loses', () => {
      const both = 'export type Money = string;\nexport const cents = 1;\nexport const euros = 1;\n';
      const uses = {
        'src/a.ts': "import { cents, type Money } from './money';\nexport const a: Money = `${cents}`;\n",
      };
      const after = { 'src/money.ts': 'export const euros = 1;\n' };
      const found = findingsOf(javascript, { 'src/money.ts': both, ...uses }, { ...uses, ...after });
      assert.deepEqual(
        found.map(({ title, severity }) => [severity, title]),
        [
          [
            'medium',
            '`cents` and 1 more of `src/money.ts` are not exported any more, but `src/a.ts` still imports them',
          ],
        ],
      );
    });

    it('is told where a module hands it on no more, and not where it is declared and still exported', () => {
      const importer = { 'app.ts': "import { refund } from './lib';\nrefund();\n" };
      const index = 'lib/index.ts';
      for (const handing of ["export { refund } from '../money';\n", "export * from '../money';\n"]) {
        const before = { ...importer, [index]: handing, 'money.ts': money };
        assert.deepEqual(check(before, { [index]: 'export {};\n' }), [
          'lib/index.ts:1 cross-file/removed-export → app.ts:1',
        ]);
        assert.deepEqual(check(before, { [index]: 'export {};\n', 'money.ts': without }), [
          'money.ts:2 cross-file/removed-export → app.ts:1',
        ]);
      }
      const outer = { ...importer, [index]: "export * from './inner';\n", 'money.ts': money };
      const before = { ...outer, 'lib/inner.ts': "export * from '../money';\n" };
      assert.deepEqual(check(before, { 'lib/inner.ts': 'export {};\n' }), [
        'lib/inner.ts:1 cross-file/removed-export → app.ts:1',
      ]);
    });

    it('is one finding for all places, found through a barrel, an alias and a component', () => {
      const before = {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "#src/*": ["./src/*"] } } } // comment\n',
        'src/money.ts': money,
        'src/index.ts': "export * from './money';\n",
        'src/a.ts': "import { refund } from '.';\n",
        'src/b.ts': "import { refund } from '#src/money';\n",
        'src/C.vue': "<template/>\n<script setup>\nimport { refund } from './money'\n</script>\n",
      };
      assert.deepEqual(check(before, { 'src/money.ts': without }), [
        'src/money.ts:2 cross-file/removed-export → src/C.vue:3 → src/a.ts:1 → src/b.ts:1',
      ]);
    });

    for (const [what, before, after] of [
      ['the import goes too', { 'pay.ts': "import { refund } from './money';\n" }, { 'pay.ts': '' }],
      ['it comes from a star that is not known', {}, { 'money.ts': "export * from 'package';\n" }],
      ['it moves behind a re-export', {}, { 'money.ts': "export * from './new';\n", 'new.ts': money }],
      ['it was missing before', { 'pay.ts': "import { gone } from './money';\n" }, {}],
      ['two files may be meant', { 'money.js': money }, {}],
      [
        'the compiler is told to be silent',
        { 'pay.ts': "// @ts-expect-error\nimport { refund } from './money';\n" },
        {},
      ],
      ['the module cannot be parsed', {}, { 'money.ts': 'export const = ;\n' }],
    ] as const)
      it(`is nothing where ${what}`, () => {
        const files = { 'money.ts': money, 'pay.ts': "import { refund } from './money';\n", ...before };
        assert.deepEqual(check(files, { 'money.ts': without, ...after }), []);
      });

    for (const comment of ['// @ts-ignore', '// @ts-expect-error', '// eslint-disable-next-line'])
      it(`is told though the change adds ${comment} above the import`, () => {
        const importer = "import { refund } from './money';\n";
        const after = { 'money.ts': without, 'pay.ts': `${comment}\n${importer}` };
        assert.deepEqual(check({ 'money.ts': money, 'pay.ts': importer }, after), [
          'money.ts:2 cross-file/removed-export → pay.ts:2',
        ]);
      });

    it('is told of CommonJS whose exports are plain', () => {
      const before = {
        'money.js': 'module.exports = { fee: 1, refund };\nfunction refund() {}\n',
        'pay.js': "const { refund } = require('./money');\n",
      };
      assert.deepEqual(check(before, { 'money.js': 'module.exports = { fee: 1 };\n' }), [
        'money.js:1 cross-file/removed-export → pay.js:1',
      ]);
      assert.deepEqual(check(before, { 'money.js': 'module.exports = { fee: 1, ...Object.keys({}) };\n' }), []);
    });

    it('is told of CommonJS whose exports are set one by one at the top, and handed to nobody', () => {
      const before = {
        'money.js': 'exports.fee = 1;\nexports.refund = exports.back = () => exports.fee;\n',
        'pay.js': "const { refund } = require('./money');\n",
      };
      const plain = 'exports.fee = 1;\nexports.repay = exports.back = () => exports.fee;\n';
      assert.deepEqual(check(before, { 'money.js': plain }), ['money.js:2 cross-file/removed-export → pay.js:1']);
      for (const more of ['if (a) exports.refund = 1;', 'give(exports);', 'exports[name] = 1;', 'exports = a;'])
        assert.deepEqual(check(before, { 'money.js': `${plain}${more}\n` }), [], more);
    });

    it('is of low severity where nothing uses what is imported, or samples alone do', () => {
      const severity = (path: string, use: string): string | undefined => {
        const before = { 'src/money.ts': money, [path]: `import { refund } from '../src/money';\n${use}` };
        return findingsOf(javascript, before, { ...before, 'src/money.ts': without })[0]?.severity;
      };
      assert.equal(severity('src/pay.ts', 'refund();\n'), 'medium');
      assert.equal(severity('src/pay.ts', ''), 'low');
      assert.equal(severity('examples/pay.ts', 'refund();\n'), 'low');
    });

    it('is told of a module that is gone and whose address is taken, as that of a worker', () => {
      const of = (address: string): Texts => ({
        'src/worker.js': 'postMessage(1);\n',
        'src/a.js': `export const start = () => new Worker(new URL(${address}));\n`,
      });
      const without = (before: Texts): string[] => {
        const after = Object.fromEntries(Object.entries(before).filter(([path]) => path !== 'src/worker.js'));
        return told(findingsOf(javascript, before, after));
      };
      assert.deepEqual(without(of("'./worker.js', import.meta.url")), [
        'src/worker.js:1 cross-file/removed-module → src/a.js:1',
      ]);
      for (const other of [
        "'./worker.js', document.baseURI",
        "'worker.js', import.meta.url",
        "'./other.js', import.meta.url",
      ])
        assert.deepEqual(without(of(other)), [], other);
    });

    it('is told of a module that a test replaces, and that nothing loads any more', () => {
      const test = "import { use } from './use';\nvi.mock('./client', () => ({}));\nuse();\n";
      const before = {
        'src/a.test.ts': test,
        'src/use.ts': 'export const use = 1;\n',
        'src/client.ts': 'export {};\n',
      };
      const { 'src/client.ts': client, ...rest } = before;
      const moved = { ...rest, 'src/lib/client.ts': client };
      const [finding] = findingsOf(javascript, before, moved);
      assert.equal(finding?.title, '`src/client.ts` is removed, but `src/a.test.ts` still mocks it');
      for (const other of ["vi.mock('./client', () => ({}), { virtual: true });", "vi.mock('client', () => ({}));"]) {
        const known = { 'src/a.test.ts': test.replace(/vi.*/, other) };
        assert.deepEqual(findingsOf(javascript, { ...before, ...known }, { ...moved, ...known }), []);
      }
    });

    it('leaves alone what a compiler has written and nobody has removed with its source', () => {
      const use = "const lib_1 = require('./lib');\nlib_1.go();\n";
      const made = `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n${use}`;
      const without = (text: string): string[] =>
        told(findingsOf(javascript, { 'src/lib.js': 'exports.go = 1;\n', 'src/a.js': text }, { 'src/a.js': text }));
      assert.deepEqual(without(made), []);
      assert.equal(without(use).length, 1);
    });

    it('leaves a module alone that is gone where two others may be meant now', () => {
      const before = { 'src/index.js': 'export default 1;\n' };
      const after = { 'src/index.tsx': 'export default 1;\n', 'src/index.ts': "import one from './index';\none();\n" };
      assert.deepEqual(told(findingsOf(javascript, before, after)), []);
    });

    it('is told of a module that is gone, unless git ignores it from now on', () => {
      const before = { 'money.ts': money, 'pay.ts': "import { refund } from './money';\n" };
      const { 'money.ts': gone, ...after } = before;
      assert.ok(gone);
      assert.deepEqual(told(findingsOf(javascript, before, after)), [
        'money.ts:1 cross-file/removed-module → pay.ts:1',
      ]);
      assert.deepEqual(told(findingsOf(javascript, before, { ...after, '.gitignore': 'money.ts\n' })), []);
    });

    it('is nothing where files for each platform come in place of a module', () => {
      const after = {
        'money.ios.ts': money,
        'money.android.ts': money,
        'pay.ts': "import { refund } from './money';\n",
      };
      assert.deepEqual(findingsOf(javascript, { ...after, 'money.ts': money }, after), []);
      const before = { 'money.ts': money, 'pay.ts': after['pay.ts'] };
      assert.deepEqual(findingsOf(javascript, before, after), []);
    });

    it('is nothing where a source comes in place of its declarations, beside what is compiled of it', () => {
      const uses = { 'pay.ts': "import { Order } from './order';\n" };
      const types = 'export interface Order {}\n';
      assert.deepEqual(
        findingsOf(javascript, { 'order.d.ts': types, ...uses }, { 'order.ts': types, 'order.js': '', ...uses }),
        [],
      );
    });

    it('is nothing where the setting goes that gave its name a meaning', () => {
      const settings = (paths: string): Texts => ({ 'tsconfig.json': `{ "compilerOptions": { "paths": ${paths} } }` });
      const before = {
        'pay/src/index.ts': '',
        'a.ts': "import 'shop/pay';\n",
        ...settings('{ "shop/*": ["./*/src/index.ts"] }'),
      };
      const found = (after: Texts): string[] =>
        told(findingsOf(javascript, before, { 'a.ts': before['a.ts'], 'src/pay/index.ts': '', ...after }));
      assert.deepEqual(found(settings('{}')), []);
      assert.deepEqual(found(settings('{ "shop/*": ["./*/index.ts"] }')), [
        'pay/src/index.ts:1 cross-file/removed-module → a.ts:1',
      ]);
    });

    it('is one finding for modules that the same file imports', () => {
      const before = {
        'a.js': '',
        'b.js': '',
        'c.js': '',
        'all.js': "require('./a');\nrequire('./b');\n",
        'c.test.js': "require('./c');\n",
      };
      const findings = findingsOf(javascript, before, { 'all.js': before['all.js'], 'c.test.js': before['c.test.js'] });
      assert.deepEqual(
        findings.map(({ title, severity }) => `${severity} ${title}`),
        [
          'medium `a.js` and 1 more module are removed, but `all.js` still imports them',
          'low `c.js` is removed, but `c.test.js` still imports it',
        ],
      );
      assert.deepEqual(
        findings.map(({ related }) => related.map(({ path, line }) => `${path}:${line}`)),
        [['all.js:1', 'all.js:2'], ['c.test.js:1']],
      );
    });

    it('is nothing where an alias leads back to the file that imports', () => {
      const settings = '{ "compilerOptions": { "paths": { "@theme/*": ["./src/theme/*"] } } }\n';
      const before = { 'tsconfig.json': settings, 'src/other.ts': '' };
      const own = "import type { Props } from '@theme/toc';\nexport default function toc(props: Props) {}\n";
      assert.deepEqual(check(before, { 'src/theme/toc.ts': own }), []);
      assert.deepEqual(check(before, { 'src/theme/toc.ts': 'export const a = 1;\n', 'src/theme/a.ts': own }), [
        'src/theme/a.ts:1 cross-file/missing-export → src/theme/toc.ts:1',
      ]);
    });

    for (const [from, isFolder] of [
      ['..', true],
      ['../', true],
      ['./..', true],
      ['../bus/..', true],
      ['../../symbols/', true],
      ['@/symbols/', true],
      ['../../symbols', false],
      ['@/symbols', false],
    ] as const)
      it(`${isFolder ? 'is not taken from' : 'is taken from'} a file that is called as the folder, by an import of ${from}`, () => {
        const before = { 'package.json': '{}\n', 'src/symbols/index.ts': "export type Kind = 'bus';\n" };
        const after = {
          'src/symbols.ts': 'export const all = 1;\n',
          'src/symbols/bus/render.ts': `import type { Kind } from '${from}';\nexport const kind: Kind = 'bus';\n`,
        };
        const told = 'src/symbols/index.ts:1 cross-file/removed-export → src/symbols/bus/render.ts:1';
        assert.deepEqual(check(before, after), isFolder ? [] : [told]);
      });

    it('is told of the index of a folder, however that is called', () => {
      const before = { 'src/a/index.ts': money, 'src/a.ts': 'export const a = 1;\n' };
      for (const from of ['.', './', './.', '../a/'])
        assert.deepEqual(
          check(
            { ...before, 'src/a/b.ts': `import { refund } from '${from}';\nrefund();\n` },
            { 'src/a/index.ts': without },
          ),
          ['src/a/index.ts:2 cross-file/removed-export → src/a/b.ts:1'],
          from,
        );
    });

    it('is nothing where JavaScript takes the default of what TypeScript is compiled to', () => {
      const module = { 'src/money.ts': money };
      const user = "import refund from './money.js';\nrefund();\n";
      assert.deepEqual(check(module, { 'src/index.mjs': user }), []);
      assert.deepEqual(check(module, { 'src/index.ts': user }), [
        'src/index.ts:1 cross-file/missing-export → src/money.ts:1',
      ]);
    });

    it('is nothing where a build makes the module', () => {
      const removed = (name: string): number => {
        const uses = { 'index.ts': `import { fee } from './${name}';\nuse(fee);\n` };
        return findingsOf(javascript, { [`${name}.ts`]: money, ...uses }, uses).length;
      };
      assert.equal(removed('money.generated'), 0);
      assert.equal(removed('money'), 1);
    });

    it('is nothing in the settings of a tool, which lose their types', () => {
      const uses = (path: string): string[] =>
        check(
          {
            'money.ts': 'export type Fee = 1;\n',
            [path]: "import type { Fee } from './money';\nexport type A = Fee;\n",
          },
          { 'money.ts': 'type Fee = 1;\nexport const fee: Fee = 1;\n' },
        );
      assert.deepEqual(uses('tsup.config.ts'), []);
      assert.equal(uses('index.ts').length, 1);
    });

    it('is nothing where each module is given a default for its tests', () => {
      const user = { 'src/index.ts': "import refund from './money.js';\nrefund();\n" };
      const rewired = { 'package.json': '{\n  "devDependencies": { "babel-plugin-rewire": "1" }\n}\n' };
      assert.deepEqual(check({ 'src/money.ts': money, ...rewired }, user), []);
      assert.equal(check({ 'src/money.ts': money, 'package.json': '{}\n' }, user).length, 1);
    });

    it('is nothing where a bundler makes the default that starts a worker', () => {
      const before = {
        'a.ts': '',
        'scale.worker.ts': 'onmessage = go;\nexport {};\n',
        'scale.ts': 'export class Scale {}\n',
      };
      assert.deepEqual(check(before, { 'a.ts': "import Scale from './scale.worker';\nnew Scale();\n" }), []);
      assert.deepEqual(check(before, { 'a.ts': "import Scale from './scale';\nnew Scale();\n" }), [
        'a.ts:1 cross-file/missing-export → scale.ts:1',
      ]);
    });

    it('is nothing where JavaScript lacks what is imported as a type', () => {
      const before = { 'clock.js': 'export class Clock {}\n', 'time.ts': 'export class Clock {}\n' };
      const text = (module: string): string => `import type { Clocks } from '${module}';\nexport let a: Clocks;\n`;
      assert.deepEqual(check(before, { 'a.ts': text('./clock.js') }), []);
      assert.deepEqual(check(before, { 'a.ts': text('./time') }), ['a.ts:1 cross-file/missing-export → time.ts:1']);
    });

    it('is of types alone where they are exported again', () => {
      const before = { 'time.ts': 'export class Clock {}\n' };
      const severities = (text: string): string[] =>
        findingsOf(javascript, before, { ...before, 'a.ts': text }).map(({ severity }) => severity);
      for (const text of ['export type { Clocks } from', 'export { type Clocks } from'])
        assert.deepEqual(severities(`${text} './time';\n`), ['low'], text);
      assert.deepEqual(severities("export { Clocks } from './time';\n"), ['medium']);
    });

    it('is nothing where a test replaces the module by its own', () => {
      const text = (module: string): string =>
        `jest.mock('${module}', () => ({ refunds: {} }));\nconst { refunds } = require('./money');\n`;
      const before = { 'money.js': 'module.exports = { refund: 1 };\n' };
      assert.deepEqual(check(before, { 'a.test.js': text('./money') }), []);
      assert.deepEqual(check(before, { 'a.test.js': text('./other') }), [
        'a.test.js:2 cross-file/missing-export → money.js:1',
      ]);
      // In a comment or a text nothing is replaced.
      for (const said of ["// jest.mock('./money', later)", "later(`jest.mock('./money', a)`);"])
        assert.deepEqual(check(before, { 'a.test.js': `${said}\nconst { refunds } = require('./money');\n` }), [
          'a.test.js:2 cross-file/missing-export → money.js:1',
        ]);
    });

    it('is nothing of what a bundler makes of a module', () => {
      const before = { 'money.js': 'export const refund = 1;\n', 'a.js': '' };
      const text = (query: string): string =>
        `import money from './money.js${query}';\nimport { refunds } from './money.js${query}';\n`;
      assert.deepEqual(check(before, { 'a.js': text('?raw') }), []);
      assert.equal(check(before, { 'a.js': text('') }).length, 1);
    });

    it('is told of a new import of what never was', () => {
      const before = { 'money.ts': money, 'pay.ts': '' };
      assert.deepEqual(check(before, { 'pay.ts': "import { refunds } from './money';\n" }), [
        'pay.ts:1 cross-file/missing-export → money.ts:1',
      ]);
      const importing = {
        'a.ts': "import { refunds } from './money';\n",
        'b.ts': "import { refunds } from './money';\n",
      };
      assert.deepEqual(check(before, importing), ['a.ts:1 cross-file/missing-export → b.ts:1 → money.ts:1']);
    });

    it('is told of what never was only where it is seen why, since a build may add to modules', () => {
      const before = { 'money.ts': money, 'old.js': 'export default 1;\n', 'bank.ts': 'export class Account {}\n' };
      const pay = (path: string, name: string, from: string, more: Texts = {}): string[] =>
        check(before, { [path]: `import ${name} from './${from}';\nuse(${name});\n`, ...more });
      assert.deepEqual(pay('pay.ts', '{ invoices }', 'money'), []);
      assert.deepEqual(pay('pay.ts', 'invoices', 'money'), []);
      assert.deepEqual(pay('pay.ts', '{ Option }', 'old.js'), []);
      const told = ['pay.ts:1 cross-file/missing-export → money.ts:1'];
      assert.deepEqual(pay('pay.ts', '{ Account }', 'money'), told);
      assert.deepEqual(pay('pay.ts', 'refund', 'money'), told);
      assert.deepEqual(pay('pay.ts', '{ rEfund }', 'money'), told);
      assert.deepEqual(pay('pay.js', '{ old }', 'old.js'), ['pay.js:1 cross-file/missing-export → old.js:1']);
      assert.deepEqual(pay('pay.ts', '{ invoices }', 'new', { 'new.ts': money }), [
        'pay.ts:1 cross-file/missing-export → new.ts:1',
      ]);
    });

    it('is not told in a test where its mock has the name', () => {
      const mocked = { 'src/money.ts': money, 'src/__mocks__/money.ts': 'export const sample = 1;\n' };
      const found = (path: string, name = 'sample'): string[] =>
        check(mocked, { [path]: `import { ${name} } from './money';\n${name};\n` });
      assert.deepEqual(found('src/pay.test.ts'), []);
      assert.equal(found('src/pay.ts').length, 1);
      assert.equal(found('src/pay.test.ts', 'refunds').length, 1);
    });

    it('is of low severity where the name is imported and not used', () => {
      const severities = (use: string): string[] =>
        findingsOf(
          javascript,
          { 'money.ts': money },
          { 'money.ts': money, 'pay.ts': `import { refunds } from './money';\n${use}` },
        ).map(({ severity, title }) => `${severity} ${title}`);
      const title = '`money.ts` does not export `refunds`, which is imported here';
      assert.deepEqual(severities('refunds();\n'), [`medium ${title}`]);
      assert.deepEqual(severities('let a: typeof refunds;\n'), [`low ${title}`]);
      const unused = [`low ${title} and not used`];
      assert.deepEqual(severities(''), unused);
      assert.deepEqual(severities('// refunds();\n'), unused);
      const page = { 'Fee.ts': money, 'a.ts': "import { Fee } from './Fee';\n" };
      const [finding] = findingsOf(javascript, {}, page);
      assert.equal(finding?.severity, 'low');
      const required = {
        'money.js': 'module.exports = { refund: 1 };\n',
        'a.js': "const { refunds } = require('./money');\n",
      };
      assert.equal(findingsOf(javascript, {}, required)[0]?.severity, 'low');
    });

    it('is of low severity where types alone use it, and says what follows', () => {
      const of = (text: string): string[] =>
        findingsOf(javascript, { 'money.ts': money }, { 'money.ts': money, 'pay.ts': text }).map(
          ({ severity, body }) => `${severity} ${/TypeScript refuses|fails/.exec(body)?.[0] ?? ''}`,
        );
      const refused = ['low TypeScript refuses'];
      assert.deepEqual(of("import { Refunds } from './money';\nexport const a = (of: Refunds) => of;\n"), []);
      assert.deepEqual(
        of("import { refunds } from './money';\nexport const a = (of: typeof refunds) => of;\n"),
        refused,
      );
      assert.deepEqual(of("import type { refunds } from './money';\nexport let a: typeof refunds;\n"), refused);
      assert.deepEqual(of("import { type refunds } from './money';\nexport let a: typeof refunds;\n"), refused);
      const used = ['medium fails'];
      assert.deepEqual(of("import { refunds } from './money';\nexport const a = { refunds };\n"), used);
      assert.deepEqual(of("import { refunds } from './money';\nexport { refunds };\n"), used);
      const service =
        "import { refunds } from './money';\n@Injectable()\nexport class A { constructor(a: refunds) {} }\n";
      assert.deepEqual(of(service), used);
    });

    it('is of low severity beside decorators that are not given the type', () => {
      const severityOf = (members: string): string | undefined => {
        const text = `import { refunds } from './money';\n@Injectable()\nexport class A {\n  ${members}\n}\n`;
        return findingsOf(javascript, { 'money.ts': money }, { 'money.ts': money, 'pay.ts': text })[0]?.severity;
      };
      for (const members of [
        'load(of: Request<typeof refunds>) {}',
        'load(of: typeof refunds) {}',
        '@Get() load(): Promise<typeof refunds> {}',
        '@Input() of: (typeof refunds)[];',
        'constructor(@Inject(TOKEN) of: Store<typeof refunds>) {}',
      ])
        assert.equal(severityOf(members), 'low', members);
      for (const members of [
        '@Input() of: refunds;',
        '@Input() of: refunds | null;',
        '@Get() load(): refunds {}',
        '@Get() load(of: refunds.One) {}',
        'load(@Body() of: refunds) {}',
        'constructor(private of: (refunds)) {}',
      ])
        assert.equal(severityOf(members), 'medium', members);
    });

    it('says of several that none uses it', () => {
      const text = "import { refunds } from './money';\n";
      const files = { 'money.ts': money, 'a.ts': text, 'b.ts': text };
      assert.equal(
        findingsOf(javascript, { 'money.ts': money }, files)[0]?.title,
        '`money.ts` does not export `refunds`, which 2 imports ask for and none uses',
      );
    });

    it('is not told as unused in a component, whose template may use it', () => {
      const text = "<script setup>\nimport { refunds } from './money'\n</script>\n<template><refunds /></template>\n";
      const [finding] = findingsOf(javascript, {}, { 'money.ts': money, 'A.vue': text });
      assert.equal(finding?.title, '`money.ts` does not export `refunds`, which is imported here');
    });
  });

  describe('an undefined name', () => {
    const used = "import { join, sep } from 'path';\nexport const a = join(sep);\nexport const b = sep;\n";

    it('is one finding for all that a deleted import defined', () => {
      const after = 'export const a = join(sep);\nexport const b = sep;\n';
      assert.deepEqual(check({ 'a.js': used }, { 'a.js': after }), [
        'a.js:1 cross-file/undefined-name → a.js:1 → a.js:2',
      ]);
    });

    it('is of low severity where nothing loads the file, or whoever runs it sees it', () => {
      const severity = (path: string, others: Texts = {}): string | undefined => {
        const before = { [path]: used, ...others };
        const after = { ...before, [path]: used.replace(/^.*\n/, '') };
        return findingsOf(javascript, before, after)[0]?.severity;
      };
      assert.equal(severity('src/Fees.jsx', { 'src/pay.js': "import './Fees';\n" }), 'medium');
      assert.equal(severity('src/Fees.jsx'), 'low');
      assert.equal(severity('examples/a.js'), 'low');
      assert.equal(severity('test/a.test.js'), 'low');
    });

    it('is none in documents, whose pages may bring names', () => {
      const after = 'export const a = join(sep);\n';
      assert.equal(check({ 'snippets/a.js': used }, { 'snippets/a.js': after }).length, 1);
      assert.deepEqual(check({ 'docs/snippets/a.js': used }, { 'docs/snippets/a.js': after }), []);
    });

    it('is one finding for all that the change defines no more', () => {
      const before = "import x from 'x';\nconst a = x(), b = x();\nx(a);\nx(b);\n";
      assert.deepEqual(check({ 'a.js': before }, { 'a.js': before.replace(/const.*\n/, '') }), [
        'a.js:2 cross-file/undefined-name → a.js:3',
      ]);
    });

    it('is nothing in a test that is skipped', () => {
      const test = (call: string): string =>
        `import { page } from './page.js';\nlet wrapper = page();\n${call}('opens', () => {\n  wrapper.open(page);\n});\n`;
      const found = (call: string): string[] =>
        check(
          { 'a.test.js': test(call), 'page.js': 'export const page = () => 1;\n' },
          { 'a.test.js': test(call).replace('let wrapper = ', '') },
        );
      for (const call of ['it.skip', 'describe.skip', 'xit']) assert.deepEqual(found(call), [], call);
      for (const call of ['it', 'it.only', 'list.skip'])
        assert.deepEqual(found(call), ['a.test.js:4 cross-file/undefined-name'], call);
    });

    it('is nothing in a statement that is never reached', () => {
      const found = (...body: readonly string[]): string[] => {
        const text = ["import { page } from './page.js';", 'export function open(on) {', ...body, '}', ''].join('\n');
        const before = text.replace('{\n', '{\n  let wrapper = page();\n');
        return check({ 'a.js': before, 'page.js': 'export const page = () => 1;\n' }, { 'a.js': text });
      };
      for (const [body, isTold] of [
        [['return on;', 'return wrapper;'], false],
        [['throw on;', 'on(() => wrapper);'], false],
        [['while (on) {', 'continue;', 'on(wrapper);', '}'], false],
        [['switch (on) {', 'case 1:', 'break;', 'on(wrapper);', '}'], false],
        [['switch (on) {', 'default:', 'break;', 'case 1: on(wrapper);', '}'], true],
        [['if (on) return on;', 'return wrapper;'], true],
        [['if (on) {', 'return on;', '}', 'return wrapper;'], true],
        [['return late;', 'function late() { on(wrapper); }'], true],
        [['on(wrapper);', 'return on;'], true],
      ] as const)
        assert.equal(found(...body).length, isTold ? 1 : 0, body.join(' '));
    });

    it('is not told because a test sets it up, but for another test', () => {
      const files = { 'a.js': used, 'test/globals.js': 'export const INVOICE_KEY = 1;\n' };
      const told = (path: string): string[] => check(files, { [path]: `${used}use(INVOICE_KEY);\n` });
      assert.deepEqual(told('b.js'), []);
      assert.deepEqual(told('test/b.js'), ['test/b.js:4 cross-file/undefined-name']);
    });

    it('offers the import where one module exports it and others import it alike', () => {
      const before = {
        'lib/money.js': 'export function refund() {}\n',
        'lib/a.js': "import { refund } from './money.js';\nrefund();\n",
        'lib/b.js': "import fs from 'fs';\nfs();\n",
      };
      const [finding] = findingsOf(javascript, before, {
        ...before,
        'lib/b.js': "import fs from 'fs';\nfs(refund);\n",
      });
      assert.deepEqual(finding?.fix, { line: 2, text: "import { refund } from './money.js';" });
    });

    it('offers the import of a package where all others import it from there by that name', () => {
      const user = "import fs from 'fs';\nfs(join);\n";
      const fixWith = (others: Texts) =>
        findingsOf(javascript, { ...others, 'b.js': '' }, { ...others, 'b.js': user }).map(({ fix }) => fix?.text);
      const one = { 'a.js': "import { join } from 'node:path';\njoin();\n" };
      assert.deepEqual(fixWith(one), ["import { join } from 'node:path';"]);
      for (const other of [
        "import { join } from 'lodash';",
        "import join from 'join';",
        "const { join } = require('path');\nmodule.exports = 1;",
      ])
        assert.deepEqual(fixWith({ ...one, 'c.js': `${other}\njoin();\n` }), [undefined], other);
      assert.deepEqual(fixWith({ ...one, 'c.js': 'export function join() {}\n' }), [undefined]);
    });

    it('is only named in what is to be copied and completed, and told in templates of pages', () => {
      const added = (path: string): Texts => ({ ...base, [path]: "import use from 'use';\nuse(invoice);\n" });
      const base = { 'b.js': 'export const invoice = 1;\n' };
      assert.deepEqual(check(base, added('src/_templates/actions.js')), []);
      assert.deepEqual(unexplainedIn(javascript, base, added('src/_templates/actions.js')), [
        'invoice at src/_templates/actions.js:2',
      ]);
      assert.equal(check(base, added('src/templates/page.js')).length, 1);
    });

    it('is told only where it is seen why, since something unknown may bring it', () => {
      const bodies = (before: Texts, text: string): string[] =>
        findingsOf(javascript, before, { ...before, 'a.js': `import use from 'use';\n${text}\n` }).map(({ body }) =>
          body.replace(/ No other file.*/, ''),
        );
      assert.deepEqual(bodies({}, 'use(invoice);'), []);
      assert.deepEqual(bodies({ 'b.js': 'const invoice = 1;\nexport default invoice;\n' }, 'use(invoice);'), []);
      assert.deepEqual(bodies({ 'b.js': 'export const invoice = 1;\n' }, 'use(invoice);'), ['`b.js` exports it.']);
      assert.deepEqual(bodies({ 'b.js': "import invoice from 'money';\n" }, 'use(invoice);'), [
        '`b.js` imports it from `money`.',
      ]);
      assert.deepEqual(bodies({}, 'const invoice = 1; use(invocie);'), [
        'The file has `invoice`, which is almost the same.',
      ]);
      // A host may have the class.
      assert.deepEqual(bodies({}, 'const invoice = new Invoice(); use(invoice);'), []);
      const banner = '/*\n * NOTE: This class is auto generated by a generator of clients.\n */\n';
      const made = { 'a.js': `${banner}import use from 'use';\nconst invoice = 1;\nuse(invocie);\n` };
      assert.deepEqual(findingsOf(javascript, {}, made), []);
      assert.deepEqual(unexplainedIn(javascript, {}, made), ['invocie at a.js:6']);
      for (const alike of ['const item1 = 1; use(item2);', 'const key = 1; use(keys);', 'const total = 1; use(local);'])
        assert.deepEqual(bodies({}, alike), [], alike);
    });

    it('is told where other files have it from a hook that they call', () => {
      const taking = (pattern: string, hook = 'useTranslation'): string =>
        `import { ${hook} } from 'i';\nexport function Row() {\n  const ${pattern} = ${hook}();\n}\n`;
      const bodies = (...others: readonly string[]): string[] => {
        const base: Texts = Object.fromEntries(others.map((text, index) => [`row${index}.jsx`, text]));
        return findingsOf(javascript, base, { ...base, 'a.jsx': "import use from 'use';\nuse(t);\n" }).map(({ body }) =>
          body.replace(/ No other file.*/, ''),
        );
      };
      const said = ['`row0.jsx` and `row1.jsx` have it from `useTranslation()`.'];
      for (const pattern of ['{ t }', '{ i18n, t }', '[t, i18n]', '{ translate: t }', '{\n t,\n}', '{ t = 1 }', 't'])
        assert.deepEqual(bodies(taking('{ t }'), taking(pattern)), said, pattern);
      // One file may call anything so, and these have other names, or the name from elsewhere.
      assert.deepEqual(bodies(taking('{ t }')), []);
      for (const pattern of ['{ t: translate }', '{ other }', '{ other = () => t }'])
        assert.deepEqual(bodies(taking('{ t }'), taking(pattern)), [], pattern);
      assert.deepEqual(bodies(taking('{ t }'), taking('{ t }', 'useTime')), []);
    });

    for (const [what, before, text] of [
      ['a browser has it', {}, 'document.title = location.href;'],
      ['another file of the base uses it as a global', { 'b.js': 'export const b = APP;\n' }, 'use(APP);'],
      ['a script defines it for all', { 'b.js': 'function APP() {}\n' }, 'use(APP);'],
      ['a file sets it on the window', { 'b.js': 'export default 1;\nwindow.APP = 1;\n' }, 'use(APP);'],
      ['settings define it', { 'webpack.config.js': 'module.exports = { define: { APP: 1 } };\n' }, 'use(APP);'],
      ['a declaration says so', { 'env.d.ts': 'declare const APP: string;\n' }, 'use(APP);'],
      ['a tool imports it', { 'package.json': '{"devDependencies":{"nuxt":"3"}}' }, 'use(APP);'],
      ['the code asks for it first', {}, "if (typeof APP !== 'undefined') use(APP);"],
      ['a script at an address brings it', {}, "use('https://www.app.com/APP/js'); use(APP);"],
      ['a store of Svelte is meant', { 'a.svelte': '<script>import { APP } from "./b"; use($APP)</script>' }, ''],
      ['it is a template', {}, 'use(APP, <%= config %>);'],
      ['a scope declares it', {}, 'for (const APP of []) use(APP); try {} catch ({ x: y }) { use(y); }'],
      [
        'it is a property, a label or a tag',
        {},
        'use.APP; ({ APP: 1 }); APP: for (;;) break APP; <app-tag APP={1} />;',
      ],
    ] as const)
      it(`is nothing where ${what}`, () => {
        const files = { ...before, 'app.js': 'export const APP = 1;\n', 'a.js': "import use from 'use';\n" };
        const undeclared = check(files, { 'a.js': `import use from 'use';\n${text}\n` });
        assert.deepEqual(undeclared, []);
      });

    for (const comment of [
      '// see https://www.app.com/APP/js',
      '/* https://www.app.com/APP */',
      '/** @see https://APP */',
    ])
      it(`is told where only a comment has an address: ${comment}`, () => {
        const before = { 'app.js': 'export const APP = 1;\n' };
        const after = `import use from 'use';\n${comment}\nuse(APP);\n`;
        assert.deepEqual(check(before, { 'a.js': after }), ['a.js:3 cross-file/undefined-name']);
        assert.deepEqual(check(before, { 'a.js': after.replace('(APP)', '(`https://APP/`, APP)') }), []);
      });

    for (const comment of ['/* global APP */', '/* globals x, APP:readonly */', '/* exported APP */'])
      it(`is hidden by the change where only a new comment calls it global: ${comment}`, () => {
        const app = { 'app.js': 'export const APP = 1;\n' };
        const plain = "import use from 'use';\n";
        const found = (before: Texts, text: string): unknown[] =>
          findingsOf(javascript, before, { ...before, 'a.js': text }).map(({ rule, hiddenBy }) => [rule, hiddenBy]);
        const marked = `${comment}\n${plain}`;
        assert.deepEqual(found(app, `${marked}use(APP);\n`), [['cross-file/undefined-name', 'change']]);
        assert.deepEqual(found({ ...app, 'a.js': marked }, `${marked}use(APP);\n`), []);
        assert.deepEqual(
          found({ ...app, 'a.js': `${marked}use(APP);\n` }, `${marked.replace(' ', '  ')}use(APP, 1);\n`),
          [],
        );
        assert.deepEqual(found({}, `${marked}use(APP);\n`), []);
        assert.deepEqual(found(app, `${marked}export const a = 1;\n`), []);
      });

    for (const mark of ['/* eslint-disable no-undef */', '/* eslint-disable */', '// <%', '// {% url %}'])
      it(`is not silenced by what comes with the change, but by what was there: ${mark}`, () => {
        const [plain, used] = ["import use from 'use';\n", 'use(APP);\n'];
        const marked = `${mark}\n${plain}`;
        const app = { 'app.js': 'export const APP = 1;\n' };
        const told = ['a.js:3 cross-file/undefined-name'];
        assert.deepEqual(check({ ...app, 'a.js': plain }, { 'a.js': marked + used }), told);
        assert.deepEqual(check(app, { 'a.js': marked + used }), told);
        assert.deepEqual(check({ ...app, 'a.js': marked }, { 'a.js': marked + used }), []);
      });

    it('does not call a name undefined that a script of a page declares', () => {
      const uses = { 'a.js': "import b from './b.js';\nexport const c = () => b(pageName);\n" };
      const told = ['a.js:2 cross-file/undefined-name'];
      const other = { 'b.js': 'export default 1;\n', 'c.js': 'export const pageName = 1;\n' };
      assert.deepEqual(check({ ...other, 'x.html': '<p>pageName</p>' }, uses), told);
      for (const script of ['const pageName = "{{ name }}";', 'function pageName() {}', 'window.pageName = 1;'])
        assert.deepEqual(check({ ...other, 'x.html': `<script>${script}</script>` }, uses), []);
    });

    it('does not call a name undefined that a module may make global', () => {
      const text = (from: string): string => `import '${from}';\nexport const c = () => given();\n`;
      const before = { 'c.js': 'export function given() {}\n' };
      assert.deepEqual(check(before, { 'a.js': text('zx/globals') }), []);
      assert.deepEqual(check(before, { 'a.js': `/**\n * @flow strict\n */\n${text('./b.js')}`, 'b.js': '' }), []);
      for (const said of ["// import 'zx/globals' is not used", '// see https://example.org/@flow', '/* No @flow. */'])
        assert.deepEqual(check(before, { 'a.js': `${said}\n${text('./b.js')}`, 'b.js': '' }), [
          'a.js:3 cross-file/undefined-name',
        ]);
      assert.deepEqual(check(before, { 'a.js': text('./b.js'), 'b.js': '' }), ['a.js:2 cross-file/undefined-name']);
      // What is loaded for its effects is often called after what it makes.
      assert.deepEqual(check(before, { 'a.js': text('./b.js'), 'b.js': "import '@acme/given-rails';\n" }), []);
      assert.deepEqual(
        check(before, { 'a.js': text('./b.js'), 'b.js': "import { c } from '@acme/given-rails';\nc();\n" }),
        ['a.js:2 cross-file/undefined-name'],
      );
    });

    it('is told only where the change takes it away, if the code lives among names that something else brings', () => {
      const plain = "import use from 'use';\n";
      const text = "import use from 'use';\nimport { kept } from 'kept';\nuse(kept);\n";
      const after = { 'new.js': `${plain}use(given);\n`, 'old.js': `${plain}use(kept);\n` };
      const taken = 'old.js:2 cross-file/undefined-name';
      const among = (count: number, of: (at: number) => string): Texts =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.js`, `${plain}use(${of(at)});\n`]));
      const giving = { 'giving.js': 'export const given = 1;\n' };
      const told = (others: Texts): string[] => check({ ...giving, ...others, 'old.js': text }, after).sort();
      const both = ['new.js:2 cross-file/undefined-name', taken];
      assert.deepEqual(told(among(3, at => `name${at}`)), both);
      assert.deepEqual(told(among(9, () => 'OC')), both);
      assert.deepEqual(told(among(4, at => `name${at}`)), [taken]);
      assert.deepEqual(told(among(10, () => 'OC')), [taken]);
    });

    it('does not call a name undefined that an assignment makes, also by a pattern', () => {
      const before = { 'b.js': 'exports.made = 1;\n' };
      const text = (to: string): string =>
        `module.exports = x => {\n  (${to} = x);\n  return go(made);\n};\nfunction go() {}\n`;
      for (const to of ['made', '{ made }', '{ a: [made] }', '[x.y, made = 1]', '{ ...made }'])
        assert.deepEqual(check(before, { 'a.js': text(to) }), [], to);
      assert.deepEqual(check(before, { 'a.js': text('{ made: x.y }') }), ['a.js:3 cross-file/undefined-name']);
    });

    it('is looked for in the scripts of a component, in TypeScript too', () => {
      const vue = (lang: string): string =>
        `<template><p/></template>\n<script${lang}>\nimport a from 'a'\na(refund)\n</script>\n`;
      const before = { 'money.js': 'export const refund = 1;\n' };
      assert.deepEqual(check(before, { 'A.vue': vue('') }), ['A.vue:4 cross-file/undefined-name']);
      assert.deepEqual(check(before, { 'A.vue': vue(' lang="ts"') }), ['A.vue:4 cross-file/undefined-name']);
    });
  });

  describe('a promise that is used as a value', () => {
    const load = 'export async function load() {}\n';
    for (const [use, isTold] of [
      ['if (load()) go();', true],
      ['const n = load() + 1;', true],
      ['const n = load().length;', true],
      ['const n = load() === null;', true],
      ['const n = `x ${load()}`;', true],
      ['const { name } = load();', true],
      ['const n = load(); go(n.name);', true],
      ['const n = load(); if (!n) go();', true],
      ['const n = load(); if (n) go(n.name);', true],
      ['const n = load(); go(`${n}`);', true],
      ['const n = load(); function f() { const { name } = n; }', true],
      ['function f() { const n = load(); if (!n) go(); return; n.then(go); }', true],
      ['function f() { return; if (load()) go(); }', false],
      ['const n = load(); if (n) go(n);', false],
      ['const n = load(); go(await n);', false],
      ['const n = load(); go(n.name); n.then(go);', false],
      ['function f() { const n = load(); if (!n) return 1; return n; }', false],
      ['const n = load(); go([n], n.name);', false],
      ['const n = load(); go({ n }, n.name);', false],
      ['let n = load(); n = 1; go(n.name);', false],
      ['let n = load(); go(n.name);', false],
      ['function g() { return n; } const n = load(); go(n.name);', false],
      ['const n = load(); go(n.name); export { n };', false],
      ['export const n = load(); go(n.name);', false],
      ['const n = load(); n.name = 1;', false],
      ['const n = load(); go(n?.then);', false],
      ['const n = on && load(); go(n.name);', false],
      ['const n = html`<p>${load()}</p>`;', false],
      ['const n = load(); go(html`<p>${n}</p>`);', false],
      ['const { then } = load();', false],
      ['const n = load(); function f(n) { return n.name; } go(n.name);', false],
      ['if (await load()) go();', false],
      ['load().then(go);', false],
      ['const p = load();', false],
      ['const load = 1; if (load()) go();', false],
      ['go(load());', false],
    ] as const)
      it(`is ${isTold ? '' : 'not '}told: ${use}`, () => {
        const user = `import { load } from './load';\n${use}\n`;
        const expected = isTold ? ['a.ts:2 cross-file/promise-as-value → load.ts:1'] : [];
        assert.deepEqual(check({ 'load.ts': load, 'a.ts': '' }, { 'a.ts': user }), expected);
        // The change makes it asynchronous.
        const before = { 'load.ts': load.replace('async ', ''), 'a.ts': user };
        const atCause = isTold ? ['load.ts:1 cross-file/promise-as-value → a.ts:2'] : [];
        assert.deepEqual(check(before, { 'load.ts': load }), atCause);
        // It was so before.
        assert.deepEqual(check({ 'load.ts': load, 'a.ts': user }, { 'load.ts': `${load}// more\n` }), []);
      });
  });

  it('tells once of a function that returns a promise now, where it is, with all that still uses the result', () => {
    const one = "import { load } from './load';\nif (load()) go();\ngo(load().name);\n";
    const two = "import { load as get } from './load';\nif (!get()) go();\n";
    const load = 'let n = 1;\nexport function load() {}\n';
    const before = { 'load.ts': load, 'one.ts': one, 'two.ts': two };
    const now = load.replace('export function', '\nexport async function');
    const [finding, ...others] = findingsOf(javascript, before, { ...before, 'load.ts': now });
    assert.deepEqual(others, []);
    assert.deepEqual([finding?.at.path, finding?.at.line], ['load.ts', 3]);
    assert.equal(finding?.title, '`load` returns a promise now, and 2 files still use it as the result');
    assert.deepEqual(
      finding.related.map(({ path, line, message }) => `${path}:${line} ${message}`),
      [
        'one.ts:2 `load()` returns a promise that is tested, so the condition is always true.',
        'one.ts:3 `load()` returns a promise, and `name` is read from it, which the promise does not have.',
        'two.ts:2 `get()` returns a promise that is tested with `!`, so the result is always `false`.',
      ],
    );
  });

  for (const [made, use, isTold] of [
    ['class Api { async load() {} }\nexport const api = new Api();', 'const n = api.load(); go(n.name);', true],
    ['export const api = { async load() {} };', 'if (!api.load()) go();', true],
    ['export const api = { load: async () => 1 };', 'const n = api.load() + 1;', true],
    ['export class api { static async load() {} }', 'const n = `${api.load()}`;', true],
    ['class Api { load() {} }\nexport const api = new Api();', 'const n = api.load(); go(n.name);', false],
    ['class Api { @cached async load() {} }\nexport const api = new Api();', 'if (!api.load()) go();', false],
    ['export const api = { async load() {}, ...more };', 'if (!api.load()) go();', false],
    ['export class api { async load() {} }', 'if (!api.load()) go();', false],
    ['export const api = { async load() {} };', 'if (!api?.load()) go();', false],
    ['export const api = { async load() {} };', 'if (!api.load) go();', false],
    ['export const api = { async load() {} };', 'api.load();', false],
    ['export const api = { async load() {} };', 'function f(api) { if (!api.load()) go(); }', false],
  ] as const)
    it(`is ${isTold ? '' : 'not '}told of what has an asynchronous function: ${made} ${use}`, () => {
      const files = { 'load.ts': `${made}\n`, 'a.ts': '' };
      const at = `load.ts:${made.split('\n').length}`;
      const expected = isTold ? [`a.ts:2 cross-file/promise-as-value → ${at}`] : [];
      assert.deepEqual(check(files, { 'a.ts': `import { api } from './load';\n${use}\n` }), expected);
    });

  it('tells of a promise that a function gives by way of its module', () => {
    const user = "import * as api from './load';\nif (!api.load()) go();\n";
    const found = check({ 'load.ts': 'export async function load() {}\n' }, { 'a.ts': user });
    assert.deepEqual(found, ['a.ts:2 cross-file/promise-as-value → load.ts:1']);
  });

  it('tells of a promise in a variable by what is done with it', () => {
    const titles = (use: string): string[] =>
      findingsOf(
        javascript,
        { 'load.js': 'export async function load() {}\n' },
        { 'load.js': 'export async function load() {}\n', 'a.js': `import { load } from './load';\n${use}\n` },
      ).map(({ title }) => title);
    assert.deepEqual(titles('const n = load();\ngo(n.name);'), [
      '`load()` returns a promise, and `name` is read from `n`, which the promise does not have',
    ]);
    assert.deepEqual(titles('const n = load();\nif (n) go();'), [
      '`load()` returns a promise, and `n` is tested, so the condition is always true',
    ]);
    assert.deepEqual(titles('const n = load();\nif (!n) go();'), [
      '`load()` returns a promise, and `n` is tested with `!`, so the result is always `false`',
    ]);
    assert.deepEqual(titles('if (!load()) go();'), [
      '`load()` returns a promise that is tested with `!`, so the result is always `false`',
    ]);
    assert.deepEqual(titles('if (!!load()) go();'), [
      '`load()` returns a promise that is tested, so the condition is always true',
    ]);
    assert.deepEqual(titles('go(`${load()}`);'), [
      '`load()` returns a promise that is put into a text, so the text has `[object Promise]` in it',
    ]);
  });

  describe('a package that is not declared', () => {
    const manifest = (packages: object): string => `${JSON.stringify({ dependencies: packages }, undefined, 2)}\n`;
    const lock = { 'package-lock.json': JSON.stringify({ packages: { '': {} } }) };
    const checkLocked = (before: Texts, after: Texts): string[] => check({ ...lock, ...before }, after);

    it('is not told where no lock file says what its dependencies bring', () => {
      const [before, after] = [{ 'package.json': manifest({}) }, { 'a.ts': "import x from 'left-pad';\n" }];
      assert.deepEqual(check(before, after), []);
      assert.deepEqual(check({ ...before, 'pnpm-lock.yaml': '' }, after), [
        'a.ts:1 cross-file/undeclared-package → package.json:1',
      ]);
    });

    it('is not told of what the runtime of AWS Lambda has', () => {
      const lock = { 'package-lock.json': '{ "packages": {} }', 'package.json': '{ "dependencies": { "a": "1" } }' };
      const told = (path: string): string[] =>
        check(lock, { [path]: "import { SSM } from '@aws-sdk/client-ssm';\nexport const a = new SSM();\n" });
      assert.deepEqual(told('lambda/key.mjs'), []);
      assert.equal(told('server/key.mjs').length, 1);
    });

    it('is of low severity where nothing loads the file, or pnpm may find what another package brings', () => {
      const severity = (path: string, others: Texts, locked: Texts = lock): string | undefined => {
        const before = { 'package.json': manifest({}), ...locked, ...others };
        return findingsOf(javascript, before, { ...before, [path]: "import x from 'left-pad';\n" })[0]?.severity;
      };
      const loads = { 'src/main.ts': "import './fees';\n" };
      assert.equal(severity('src/fees.ts', loads), 'medium');
      assert.equal(severity('src/main.ts', {}), 'medium');
      assert.equal(severity('src/fees.ts', {}), 'low');
      assert.equal(severity('src/fees.ts', loads, { 'pnpm-lock.yaml': '' }), 'low');
      const removed = (locked: Texts): string | undefined => {
        const before = { 'package.json': manifest({ two: '1' }), ...locked, 'src/main.ts': "import 'two';\n" };
        return findingsOf(javascript, before, { ...before, 'package.json': manifest({}) })[0]?.severity;
      };
      assert.equal(removed(lock), 'medium');
      assert.equal(removed({ 'pnpm-lock.yaml': '' }), 'low');
    });

    it('is told where it goes and a file still imports it that the manifest hands out', () => {
      for (const handed of [{ main: 'lib/fees.js' }, { main: './lib/fees' }, { exports: { '.': './lib/fees.js' } }]) {
        const manifestWith = (dependencies: object): string => JSON.stringify({ ...handed, dependencies });
        const before = { ...lock, 'package.json': manifestWith({ two: '1' }), 'lib/fees.js': "import 'two';\n" };
        const [finding] = findingsOf(javascript, before, { ...before, 'package.json': manifestWith({}) });
        assert.equal(finding?.severity, 'medium', JSON.stringify(handed));
        // Nothing loads another one.
        const { 'lib/fees.js': text, ...others } = before;
        const other = { ...others, 'lib/other.js': text };
        assert.deepEqual(findingsOf(javascript, other, { ...other, 'package.json': manifestWith({}) }), []);
      }
    });

    it('is not told where most were not, since a host supplies them', () => {
      const lacking = (names: readonly string[]): Texts => ({
        'widget/src/a.tsx': names.map(name => `import '${name}';\n`).join(''),
      });
      const before = { 'widget/package.json': manifest({ spinners: '1', tables: '1' }) };
      const after = lacking(['kit-core', 'kit-ui', 'react', 'spinners']);
      const widget = { ...before, 'widget/src/b.tsx': "import 'kit-a';\nimport 'kit-b';\nimport 'kit-c';\n" };
      assert.deepEqual(checkLocked(widget, after), []);
      // The change alone cannot say so.
      const all = findingsOf(javascript, { ...lock, ...before }, { ...lock, ...before, ...after });
      assert.deepEqual(told(all), []);
      assert.match(doubted(all).join(), /: imports more packages than `widget\/package\.json` declares$/);
      assert.equal(checkLocked(before, lacking(['kit-core', 'react', 'spinners'])).length, 1);
      const more = { 'widget/package.json': manifest({ spinners: '1', tables: '1', charts: '1' }) };
      assert.equal(checkLocked(more, lacking(['kit-core', 'kit-ui', 'react'])).length, 1);
      // What the repository as a whole declares is installed for its parts.
      assert.equal(
        checkLocked({ ...before, 'package.json': manifest({ lint: '1' }) }, lacking(['kit-core', 'kit-ui', 'react']))
          .length,
        1,
      );
    });

    it('is not told of a script beside the manifest that nothing loads', () => {
      const use = "import x from 'docx';\nx();\n";
      const found = (path: string, others: Texts = {}, scripts = {}): number => {
        const before = { 'tools/package.json': JSON.stringify({ scripts }), ...others };
        return checkLocked(before, { [path]: use }).length;
      };
      assert.equal(found('tools/plan.js'), 0);
      assert.equal(found('tools/plan.js', {}, { plan: 'node plan.js' }), 1);
      assert.equal(found('tools/plan.js', { 'tools/run.js': "import './plan.js';\n" }), 1);
      for (const path of ['tools/server.js', 'tools/src/plan.js']) assert.equal(found(path), 1, path);
    });

    it('is not told of a sample for other projects, unless a manifest among the samples says what they need', () => {
      const found = (path: string, others: Texts = {}): number =>
        checkLocked({ 'package.json': manifest({}), ...others }, { [path]: "import 'left-pad';\n" }).length;
      for (const path of ['docs/pages/login.tsx', 'examples/server.ts']) assert.equal(found(path), 0, path);
      assert.equal(found('docs/src/login.tsx', { 'docs/package.json': manifest({}) }), 1);
      assert.equal(found('src/docsearch/login.tsx'), 1);
      const sample = { 'examples/server.ts': "import 'left-pad';\n" };
      const declared = { ...sample, 'package.json': manifest({ 'left-pad': '1' }) };
      assert.equal(checkLocked(declared, { 'package.json': manifest({}) }).length, 1);
    });

    it('is not told of a module that Deno loads, nor where a missing one is expected', () => {
      const found = (text: string): number =>
        checkLocked({ 'package.json': manifest({}) }, { 'functions/pay.ts': text }).length;
      const use = "import { two } from 'left-pad';\ntwo();\n";
      assert.equal(found(`import { serve } from 'npm:serve@1';\n${use}serve();\n`), 0);
      assert.equal(found(`import { serve } from './serve.ts';\n${use}serve();\n`), 1);
      assert.equal(found("export const x = await import('left-pad').catch(() => null);\n"), 0);
      assert.equal(found("export const x = await import('left-pad').then(({ pad }) => pad);\n"), 1);
    });

    it('is not told of a bundle, which imports what its modules do', () => {
      const told = (text: string): number =>
        checkLocked({ 'package.json': manifest({}) }, { 'tools/floors.js': text }).length;
      const [one, two] = ["import x from 'left-pad';\nx();\n", "import y from 'right-pad';\ny();\n"];
      assert.equal(told(`// src/lib/transform.ts\n${one}\n// src/lib/floors.ts\n${two}`), 0);
      assert.equal(told(`// tools/floors.js\n${one}\n// See src/lib/floors.ts\n${two}`), 1);
    });

    it('is told where it is imported, and where it is taken out of the manifest', () => {
      const before = { 'package.json': manifest({}), 'a.ts': '' };
      assert.deepEqual(checkLocked(before, { 'a.ts': "import x from 'left-pad/x';\n" }), [
        'a.ts:1 cross-file/undeclared-package → package.json:1',
      ]);
      assert.deepEqual(checkLocked(before, { 'a.ts': "import x from 'left-pad';\nimport y from 'right-pad';\n" }), [
        'a.ts:1 cross-file/undeclared-package → a.ts:2 → package.json:1',
      ]);
      const declared = { 'package.json': manifest({ one: '1', two: '1' }), 'a.ts': "import 'one';\nimport 'two';\n" };
      assert.deepEqual(checkLocked(declared, { 'package.json': manifest({}) }), [
        'package.json:3 cross-file/undeclared-package → a.ts:1 → a.ts:2',
      ]);
    });

    it('is not told of what gives types alone, beside decorators too', () => {
      const before = { 'package.json': manifest({}) };
      const told = (members: string): number =>
        checkLocked(before, {
          'src/a.ts': `import { Params } from 'express-core';\n@injectable()\nexport class A {\n  ${members}\n}\n`,
        }).length;
      assert.equal(told('async load(request: Request<Params>) {}'), 0);
      assert.equal(told('constructor(private params: Params) {}'), 1);
      assert.equal(told('load = new Params();'), 1);
    });

    it('is not told of pictures and fonts, for which bundlers look into more folders', () => {
      const before = { 'package.json': manifest({}) };
      assert.deepEqual(checkLocked(before, { 'src/a.ts': "import x from 'assets/arrow.svg';\n" }), []);
      assert.equal(checkLocked(before, { 'src/a.ts': "import x from 'assets/arrow';\n" }).length, 1);
      assert.equal(checkLocked(before, { 'src/a.ts': "import x from 'arrow.svg';\n" }).length, 1);
    });

    it('is not told where the lock file of npm, Yarn or Bun has it, since another package brings it', () => {
      const before = { 'package.json': manifest({ express: '1' }) };
      const uses = { 'src/a.ts': "import x from '@left/pad/x';\n" };
      const told = ['src/a.ts:1 cross-file/undeclared-package → package.json:1'];
      const yarn = (name: string): Texts => ({
        'yarn.lock': `# yarn lockfile v1\n\n"${name}@^1.0.0":\n  version "1.0.0"\n`,
      });
      const npm = (path: string): Texts => ({
        'package-lock.json': JSON.stringify({ packages: { '': {}, [`node_modules/${path}`]: { version: '1.0.0' } } }),
      });
      const bun = (name: string): Texts => ({
        'bun.lock': `{ "packages": { "${name}": ["${name}@1.0.0", "", {}], } }\n`,
      });
      assert.deepEqual(checkLocked({ ...before, ...yarn('@left/pad') }, uses), []);
      assert.deepEqual(checkLocked({ ...before, ...bun('@left/pad') }, uses), []);
      assert.deepEqual(checkLocked({ ...before, ...bun('@left/padding') }, uses), told);
      assert.deepEqual(checkLocked({ ...before, ...yarn('@left/padding') }, uses), told);
      assert.deepEqual(checkLocked({ ...before, ...npm('@left/pad') }, uses), []);
      assert.deepEqual(checkLocked({ ...before, ...npm('express/node_modules/@left/pad') }, uses), told);
    });

    it('is not told in samples, settings and scripts of tools, which bring things along, nor in tests', () => {
      const uses = "import x from 'left-pad';\n";
      for (const path of [
        'a.stories.js',
        'vite.config.js',
        'ui/config-overrides.js',
        'scripts/build.mjs',
        '.ci/x.js',
        'shop/static/admin/x.js',
        'a.test.js',
      ])
        assert.deepEqual(checkLocked({ 'package.json': manifest({}) }, { [path]: uses }), [], path);
      for (const path of [
        'own.config.mts',
        'own.config.prod.js',
        'config/webpack.config.dev.js',
        'ui/jest.config-e2e.ts',
      ])
        assert.deepEqual(checkLocked({ 'package.json': manifest({}) }, { [path]: uses }), [], path);
    });

    it('is not told where another package manager than that of `package.json` installs', () => {
      const before = { 'package.json': manifest({}) };
      const uses = { 'app/entry/hvigorfile.ts': "import { hapTasks } from '@ohos/hvigor-ohos-plugin';\n" };
      const place = 'app/entry/hvigorfile.ts:1 cross-file/undeclared-package';
      assert.deepEqual(checkLocked(before, uses), [`${place} → package.json:1`]);
      assert.deepEqual(checkLocked({ ...before, 'app/entry/oh-package.json5': '{}' }, uses), []);
      assert.deepEqual(checkLocked({ ...before, 'app/oh-package.json5': '{}' }, uses), []);
      assert.deepEqual(checkLocked(before, { ...uses, 'app/oh-package.json5': '{}' }), []);
      // It does not reach beyond its folder, nor to a package below it.
      assert.deepEqual(checkLocked({ ...before, 'other/oh-package.json5': '{}' }, uses), [`${place} → package.json:1`]);
      const below = { 'oh-package.json5': '{}', 'app/package.json': manifest({}) };
      assert.deepEqual(checkLocked(below, uses), [`${place} → app/package.json:1`]);
    });

    it('is told in code of an application that has to do with settings', () => {
      const uses = "import x from 'left-pad';\n";
      for (const path of [
        ...[
          'appConfig.ts',
          'src/configure.js',
          'configs.ts',
          'src/reconfigured.js',
          'src/config.ts',
          'src/viteConfig.ts',
        ],
        ...['src/app/app.config.ts', 'src/jwt.config.ts', 'src/config/database.config.js'],
      ])
        assert.deepEqual(
          checkLocked({ 'package.json': manifest({}) }, { [path]: uses }),
          [`${path}:1 cross-file/undeclared-package → package.json:1`],
          path,
        );
      const imports = [
        "export * from 'left-pad';\n",
        "require('left-pad');\n",
        "export const x = import('left-pad');\n",
      ];
      for (const text of imports)
        assert.equal(checkLocked({ 'package.json': manifest({}) }, { 'src/environment.js': text }).length, 1, text);
    });

    it('is not told where another list of the manifest has it, which another program installs', () => {
      const uses = { 'src/a.js': "import x from 'own-kit';\n" };
      const found = (list: string): string[] =>
        checkLocked(
          { 'package.json': JSON.stringify({ name: 'a', dependencies: {}, [list]: { 'own-kit': '^1.0.0' } }) },
          uses,
        );
      assert.deepEqual(found('acmeDependencies'), []);
      assert.equal(found('acmeSettings').length, 1);
    });

    it('is not told where the settings of a bundler name it, since a plugin may make it', () => {
      const uses = { 'src/a.js': "import x from '@own/plugins';\n" };
      const settings = (name: string): Texts => ({
        'vite.config.ts': `const virtual = '${name}';\nexport default {};\n`,
      });
      const told = ['src/a.js:1 cross-file/undeclared-package → package.json:1'];
      for (const name of ['@own/plugins', '@own/others'])
        assert.deepEqual(checkLocked({ 'package.json': manifest({}), ...settings(name) }, uses), [], name);
      assert.deepEqual(checkLocked({ 'package.json': manifest({}), ...settings('@other/plugins') }, uses), told);
    });

    it('is not told where the base has another name of its scope that nothing declares, which makes it an alias', () => {
      const uses = { 'src/a.js': "import users from '@data/users';\n" };
      const found = (before: Texts, packages = {}): string[] =>
        checkLocked({ 'package.json': manifest(packages), ...before }, uses);
      const told = ['src/a.js:1 cross-file/undeclared-package → package.json:1'];
      const other = { 'src/b.js': "import orders from '@data/orders';\n" };
      assert.deepEqual(found({}), told);
      assert.deepEqual(found(other), []);
      assert.deepEqual(found(other, { '@data/orders': '1.0.0' }), told);
      assert.deepEqual(found(other, { '@data/others': '1.0.0' }), told);
      assert.deepEqual(found({ 'quasar.conf.js': "module.exports = { alias: { '@data': './src/data' } };\n" }), []);
    });

    it('is not told where a plugin or a framework makes the module', () => {
      const told = ['src/main.ts:1 cross-file/undeclared-package → package.json:1'];
      const using = (name: string, packages = {}): string[] =>
        checkLocked({ 'package.json': manifest(packages) }, { 'src/main.ts': `import '${name}';\n` });
      for (const made of ['uno.css', 'virtual-windi.css', '~icons/mdi/home']) assert.deepEqual(using(made), [], made);
      assert.deepEqual(using('swiper/swiper.css'), told);
      for (const given of ['@docusaurus/router', '@site/src/a', '@theme-original/footer']) {
        assert.deepEqual(using(given, { '@docusaurus/core': '3' }), [], given);
        assert.deepEqual(using(given), told, given);
      }
      for (const given of ['@ember/service', 'ember-strings/utils/lower']) {
        assert.deepEqual(using(given, { 'ember-source': '5' }), [], given);
        assert.deepEqual(using(given), told, given);
      }
    });

    it('is not told of what never was declared, and had its version set', () => {
      const lists = (each: object): Texts => ({ 'package.json': `${JSON.stringify(each, undefined, 2)}\n` });
      const pinned = lists({ resolutions: { one: '1' } });
      const main = { 'main.ts': "import 'one';\n" };
      assert.deepEqual(checkLocked({ ...pinned, 'main.ts': '' }, main), []);
      assert.deepEqual(checkLocked({ ...pinned, ...main }, lists({})), []);
      for (const other of [{ pnpm: { overrides: { one: '1' } } }, { overrides: { one: '1' } }])
        assert.deepEqual(checkLocked({ ...lists({ dependencies: { one: '1' } }), ...main }, lists(other)), []);
    });

    it('is not told of dead code when it is taken out of the manifest', () => {
      const text = "import 'one';\n";
      const without = { 'package.json': manifest({}) };
      const before = { 'package.json': manifest({ one: '1' }), 'src/b.ts': text };
      assert.deepEqual(checkLocked(before, without), []);
      assert.deepEqual(checkLocked({ ...before, 'src/c.ts': "import './b.ts';\n" }, without), [
        'package.json:3 cross-file/undeclared-package → src/b.ts:1',
      ]);
      assert.deepEqual(checkLocked({ ...before, 'src/main.ts': text }, without), [
        'package.json:3 cross-file/undeclared-package → src/main.ts:1',
      ]);
    });

    it('is not told where a comment says that it is installed by hand, or not declared on purpose', () => {
      const before = { 'package.json': manifest({}) };
      const uses = "import x from 'left-pad';\n";
      const told = ['src/a.js:2 cross-file/undeclared-package → package.json:1'];
      assert.deepEqual(checkLocked(before, { 'src/a.js': `// Pads.\n${uses}` }), told);
      assert.deepEqual(checkLocked(before, { 'src/a.js': `// yarn add right-pad\n${uses}` }), told);
      for (const text of [
        `// yarn add right-pad left-pad\n${uses}`,
        `/* Build with:\n * npm install --no-save left-pad\n */\n${uses}`,
        `// Of another package, not listed in package.json\n${uses}`,
      ])
        assert.deepEqual(checkLocked(before, { 'src/a.js': text }), [], text);
    });

    for (const [what, files, module] of [
      ['no manifest is near', {}, 'left-pad'],
      ['a manifest above declares it', { 'package.json': manifest({ 'left-pad': '1' }) }, 'left-pad'],
      ['its types are declared', { 'package.json': manifest({ '@types/left-pad': '1' }) }, 'left-pad'],
      ['it is of Node', { 'package.json': manifest({}) }, 'node:fs/promises'],
      [
        'it is another package of the repository',
        { 'package.json': manifest({}), 'b/package.json': '{"name":"b"}' },
        'b/x',
      ],
      ['a declaration says so', { 'package.json': manifest({}), 'x.d.ts': "declare module 'left-pad';\n" }, 'left-pad'],
      ['it is virtual', { 'package.json': manifest({}) }, 'virtual:pwa'],
      [
        'an alias may be meant',
        { 'package.json': manifest({}), 'vite.config.js': 'x = { alias: { app: 1 } }' },
        'app/x',
      ],
      ['a folder has its name', { 'package.json': manifest({}), 'src/views/b.ts': '' }, 'views/b'],
      [
        'the compiler has paths',
        { 'package.json': manifest({}), 'tsconfig.json': '{"compilerOptions":{"paths":{"lib/*":["x/*"]}}}' },
        'lib/b',
      ],
      ['another file imports it', { 'package.json': manifest({}), 'b.ts': "import 'left-pad';\n" }, 'left-pad'],
      ['it is optional', { 'package.json': manifest({}) }, 'x\'; try { require("left-pad") } catch {} \'node:fs'],
    ] as const)
      it(`is nothing where ${what}`, () => {
        const text = module.startsWith('x') ? 'try { require("left-pad") } catch {}\n' : `import x from '${module}';\n`;
        assert.deepEqual(checkLocked({ ...files, 'src/a.ts': '' }, { 'src/a.ts': text }), []);
      });
  });

  it('reads hostile files without an error', () => {
    const deep = `${'('.repeat(20_000)}1${')'.repeat(20_000)};\n`;
    const names = 'export const __proto__ = 1, constructor = 2; import { toString } from "./constructor";\n';
    assert.deepEqual(
      check({}, { 'deep.js': deep, 'names.js': names, 'package.json': '{"dependencies":{"__proto__":1}}' }),
      [],
    );
  });

  describe('what the change itself makes unsure', () => {
    const use = "import { two } from './util';\ntwo();\n";
    const util = 'export const one = 1;\nexport function two() {}\n';
    const repository: Texts = { 'package.json': '{}', 'src/util.ts': util, 'src/use.ts': use };
    const lost = 'src/util.ts:2 cross-file/removed-export → src/use.ts:1';
    const gone = 'src/util.ts:1 cross-file/removed-module → src/use.ts:1';
    const findings = (after: Texts, before: Texts = {}, left = false): ReturnType<typeof findingsOf> => {
      const base = { ...repository, ...before };
      const { 'src/util.ts': removed, ...rest } = base;
      assert.ok(removed);
      const head = left ? { ...base, 'src/util.ts': 'export const one = 1;\n' } : rest;
      return findingsOf(javascript, base, { ...head, ...after });
    };

    for (const [what, after] of [
      ['data beside the module', { 'src/util.json': '{}' }],
      ['declarations beside it', { 'src/util.d.ts': 'export function two(): void;\n' }],
      ['another script without the name', { 'src/util.js': 'export const other = 1;\n' }],
      ['a long text in it', { 'src/util.ts': `export const one = '${'x'.repeat(30_000)}';\n` }],
      ['a plugin in a manifest elsewhere', { 'tools/x/package.json': '{"dependencies":{"babel-plugin-rewire":"1"}}' }],
    ] as const)
      it(`leaves a removed export told: ${what}`, () => {
        const found = findings(after, {}, true);
        assert.deepEqual([told(found).length, doubted(found)], [1, []], what);
      });

    it('leaves an export of a folder told that gets a manifest, and follows where that leads', () => {
      const before = { 'src/lib/index.ts': util, 'src/use.ts': "import { two } from './lib';\ntwo();\n" };
      const found = (manifest: object): string[] => {
        const head = {
          'src/lib/index.ts': 'export const one = 1;\n',
          'src/lib/new.ts': util,
          'src/lib/package.json': JSON.stringify(manifest),
        };
        return check(before, head);
      };
      assert.deepEqual(found({ type: 'module' }), ['src/lib/index.ts:2 cross-file/removed-export → src/use.ts:1']);
      assert.deepEqual(found({ main: './new.ts' }), []);
    });

    it('is nothing where an alias leads each name to the same place, which tools see differently', () => {
      const found = (target: string): string[] => {
        const before = {
          'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@/*': [target] } } }),
          'app/index.ts': 'export const orders = 1;\n',
          'app/util/index.ts': 'export const orders = 2;\n',
        };
        const use = { 'use.ts': "import { ordres } from '@/util';\nordres();\n" };
        return told(findingsOf(javascript, before, { ...before, ...use }));
      };
      assert.deepEqual(found('./app/*'), ['use.ts:1 cross-file/missing-export → app/util/index.ts:1']);
      assert.deepEqual(found('./app'), []);
    });

    it('leaves an export told whose alias gets another target behind the first, and says so of one before it', () => {
      const alias = (...targets: string[]): Texts => ({
        'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '#app/*': targets } } }),
      });
      const before = { ...alias('./src/*'), 'src/use.ts': "import { two } from '#app/util';\ntwo();\n" };
      assert.deepEqual(told(findings(alias('./src/*', './gen/*'), before, true)), [lost]);
      assert.deepEqual(doubted(findings(alias('./gen/*', './src/*'), before, true)), [
        `${lost}: has \`tsconfig.json\` lead elsewhere first`,
      ]);
    });

    for (const [what, after, doubt] of [
      ['a script that has the name', { 'src/util.js': util }, 'adds `src/util.js`'],
      [
        'a star of a package',
        { 'src/util.ts': "export * from 'lodash-es';\n" },
        'gives `src/util.ts` exports that cannot be listed',
      ],
      [
        'text that cannot be parsed',
        { 'src/util.ts': 'export const = ;\n' },
        'makes `src/util.ts` what cannot be read',
      ],
    ] as const)
      it(`is a doubt about a removed export: ${what}`, () => {
        const found = findings(after, {}, true);
        assert.deepEqual([told(found), doubted(found)], [[], [`${lost}: ${doubt}`]]);
      });

    it('is nothing where the base was unsure already', () => {
      const open = { 'src/util.ts': `${util}export * from 'lodash-es';\n` };
      assert.deepEqual(findings({ 'src/util.ts': "export * from 'lodash-es';\n" }, open, true), []);
    });

    it('leaves a removed module told, whatever else is ignored, or is beside it without leading anywhere', () => {
      for (const after of [{ '.gitignore': '*.log\n!src/util.ts\n' }, { 'src/util/package.json': '{}' }])
        assert.deepEqual(told(findings(after)), [gone]);
    });

    for (const [path, text, doubt] of [
      ['.gitignore', '/src/*\n', 'has `.gitignore` leave it out'],
      ['src/util.mdx', '', 'adds `src/util.mdx`'],
      ['src/util.web.ts', 'export const w = 1;\n', 'adds `src/util.web.ts`'],
      ['src/util/package.json', '{"main":"dist/util.js"}', 'has `src/util/package.json` lead elsewhere'],
    ] as const)
      it(`is a doubt about a removed module: ${path}`, () => {
        const found = findings({ [path]: text });
        assert.deepEqual([told(found), doubted(found)], [[], [`${gone}: ${doubt}`]]);
      });

    it('is nothing where what is chosen by platform has the names, and nothing where git ignored the file before', () => {
      assert.deepEqual(findings({ 'src/util.web.ts': util }), []);
      assert.deepEqual(findings({}, { '.gitignore': 'util.ts\n' }), []);
    });

    describe('of undefined names', () => {
      const before: Texts = {
        'package.json': '{}',
        'site/package.json': '{}',
        'site/a.js': "import { total } from './total';\ntotal();\n",
        'site/total.js': 'export const total = () => 1;\n',
      };
      const broken = { 'site/a.js': 'export const a = 1;\ntotal();\n' };
      const place = 'site/a.js:2 cross-file/undefined-name';
      const nuxt = '{"dependencies":{"nuxt":"3"}}';
      const found = (after: Texts, more: Texts = {}): string[][] => {
        const all = findingsOf(javascript, { ...before, ...more }, { ...before, ...more, ...broken, ...after });
        return [told(all), doubted(all)];
      };

      it('is a framework in the manifest above the file, and none in another folder', () => {
        assert.deepEqual(found({ 'examples/x/package.json': nuxt }), [[place], []]);
        const doubt = 'has `site/package.json` ask for a tool that declares names';
        assert.deepEqual(found({ 'site/package.json': nuxt }), [[], [`${place}: ${doubt}`]]);
        assert.deepEqual(found({}, { 'site/package.json': nuxt }), [[], []]);
      });

      it('is a mention in settings, and none where the name is declared', () => {
        const settings = { 'eslint.config.js': 'export default { globals: { total: true } };\n' };
        const doubt = 'has `eslint.config.js` mention it as global';
        assert.deepEqual(found(settings), [[], [`${place}: ${doubt}`]]);
        assert.deepEqual(found({}, settings), [[], []]);
        assert.deepEqual(found({ 'site/b.js': 'export {};\nwindow.total = () => 2;\n' }), [[], []]);
      });
    });

    describe('of packages', () => {
      const manifest = (packages: object, more: object = {}): string =>
        `${JSON.stringify({ name: 'a', dependencies: packages, ...more }, undefined, 2)}\n`;
      const before: Texts = {
        'package.json': manifest({ one: '1' }),
        'package-lock.json': '{"packages":{"":{},"node_modules/two":{"version":"1.0.0"}}}',
        'index.js': "import 'one';\n",
      };
      const place = 'package.json:4 cross-file/undeclared-package → index.js:1';
      const found = (after: Texts, more: Texts = {}): string[][] => {
        const all = findingsOf(
          javascript,
          { ...before, ...more },
          { ...before, ...more, 'package.json': manifest({}), ...after },
        );
        return [told(all), doubted(all)];
      };

      it('is told whatever other folders are set to', () => {
        assert.deepEqual(found({}), [[place], []]);
        assert.deepEqual(found({ 'docs/old/bower.json': '{}' }), [[place], []]);
      });

      it('is a doubt where the change brings what may give the package, and nothing where the base had it', () => {
        const settings = { 'vite.config.js': "export default { resolve: { alias: { one: './x' } } };\n" };
        for (const [after, doubt] of [
          [{ 'bower.json': '{}' }, 'adds `bower.json`'],
          [settings, 'mentions `one` in settings or comments'],
          [{ 'tools/package.json': '{"name":"one"}' }, 'calls a package of the repository `one`'],
        ] as const) {
          assert.deepEqual(found(after), [[], [`${place}: ${doubt}`]]);
          assert.deepEqual(found({}, after), [[], []]);
        }
      });

      it('is nothing where a new import comes with the alias that gives it', () => {
        const files = {
          'vite.config.js': "export default { alias: { three: './x' } };\n",
          'index.js': "import 'three';\n",
        };
        assert.deepEqual(found({ ...files, 'package.json': before['package.json'] ?? '' }), [[], []]);
      });
    });
  });

  describe('a removed export that is reached in another way', () => {
    const util = 'export const one = 1;\nexport function two() {}\n';
    const without = 'export const one = 1;\n';
    for (const [what, importer, isTold] of [
      ['a namespace', "import * as u from './util';\nu.two();\n", true],
      ['a namespace that is looked into', "import * as u from './util';\nu.two.name;\n", true],
      ['a namespace that is asked first', "import * as u from './util';\nif (u.two) u.two();\n", false],
      ['a namespace with `?.`', "import * as u from './util';\nu.two?.();\n", false],
      [
        'a namespace whose name another thing has',
        "import * as u from './util';\n(u => u.two())({ two() {} });\n",
        false,
      ],
      ['`require` as a namespace', "const u = require('./util');\nu.two();\n", true],
      ['`import =`', "import u = require('./util');\nu.two();\n", true],
      ['`import()`', "export async function f() {\n  const { two } = await import('./util');\n  two();\n}\n", true],
      [
        '`import()` as a namespace',
        "export async function f() {\n  const u = await import('./util');\n  u.two();\n}\n",
        true,
      ],
      [
        'a module that a test replaces',
        "import * as u from './util';\nvi.mock('./util', () => ({}));\nu.two();\n",
        false,
      ],
      ['another name', "import * as u from './util';\nu.one.toFixed();\n", false],
    ] as const)
      it(`is ${isTold ? 'told' : 'left alone'}: ${what}`, () => {
        const found = check({ 'util.ts': util, 'use.ts': importer }, { 'util.ts': without });
        assert.equal(found.length, isTold ? 1 : 0, found.join());
      });

    it('is none where `export import` gives the name', () => {
      const given = "import * as all from 'money';\nexport import two = all.two;\n";
      const use = { 'use.ts': "import { two } from './util';\ntwo();\n" };
      assert.deepEqual(check({ 'util.ts': util, ...use }, { 'util.ts': given }), []);
      assert.equal(check({ 'util.ts': given, ...use }, { 'util.ts': without }).length, 1);
    });

    const workspace = (version: string, more: object = {}): Texts => ({
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': JSON.stringify({ name: '@acme/a', version: '1.2.0', main: 'src/index.ts', ...more }),
      'packages/a/src/index.ts': util,
      'packages/a/src/tools.ts': util,
      'packages/b/package.json': `{"name":"@acme/b","dependencies":{"@acme/a":"${version}"}}`,
      'packages/b/use.ts': "import { two } from '@acme/a';\ntwo();\n",
      'packages/b/tool.ts': "import { two } from '@acme/a/tools';\ntwo();\n",
    });

    it('is told by the name of a package of the workspace, unless another version is installed', () => {
      const lost = ['packages/a/src/index.ts:2 cross-file/removed-export → packages/b/use.ts:1'];
      const after = { 'packages/a/src/index.ts': without };
      for (const version of ['^1.0.0', 'workspace:*', '*']) assert.deepEqual(check(workspace(version), after), lost);
      assert.deepEqual(check(workspace('^2.0.0'), after), []);
      const { 'package.json': root, ...alone } = workspace('^1.0.0');
      assert.ok(root);
      assert.deepEqual(check(alone, after), []);
    });

    it('is not told of a module whose package stands elsewhere in the workspace, with an entry that a build makes', () => {
      const path = 'packages/a/src/index.ts';
      const lost = [`${path}:1 cross-file/removed-module → packages/b/use.ts:1`];
      const removed = (manifest: string, more: object, before: Texts = workspace('^1.0.0')): string[] => {
        const { [path]: module, 'packages/a/package.json': old, 'packages/b/tool.ts': tool, ...left } = before;
        assert.ok(module !== undefined && old !== undefined && tool !== undefined);
        const moved = JSON.stringify({ name: '@acme/a', version: '1.2.0', ...more });
        return told(findingsOf(javascript, before, { ...left, [manifest]: moved }));
      };
      const at = 'packages/moved/package.json';
      assert.deepEqual(removed(at, { main: 'dist/index.js' }), []);
      assert.deepEqual(removed(at, { exports: './dist/index.js' }), []);
      const aliased = { 'tsconfig.json': '{"compilerOptions":{"paths":{"@acme/a":["./packages/a/src/index.ts"]}}}' };
      assert.deepEqual(removed(at, { main: 'dist/index.js' }, { ...workspace('^1.0.0'), ...aliased }), []);
      // The package stays, its manifest leads nowhere, or exports something else.
      assert.deepEqual(removed('packages/a/package.json', { main: 'dist/index.js' }), lost);
      assert.deepEqual(removed(at, {}), lost);
      assert.deepEqual(removed(at, { exports: { './tools': './dist/tools.js' } }), lost);
    });

    it('is told of what a package exports under a name of its own', () => {
      const exports = { '.': './src/index.ts', './*': { default: './src/*.ts' } };
      const before = workspace('^1.0.0', { exports });
      assert.deepEqual(check(before, { 'packages/a/src/tools.ts': without }), [
        'packages/a/src/tools.ts:2 cross-file/removed-export → packages/b/tool.ts:1',
      ]);
    });
  });
});
