import assert from 'node:assert/strict';
import { namedFiles } from '../../../../../../src/service/reviewers/crossFile/checks/config/namedFiles/namedFileLanguage.ts';
import { findingsOf, told, type Texts } from '../memoryTrees.ts';

const manifest = (scripts: object): string => JSON.stringify({ scripts }, undefined, 2);
const step = (run: string): string => `on: push\njobs:\n  a:\n    steps:\n      - name: x\n        run: ${run}\n`;
const before = { 'package.json': manifest({ types: 'tsc', build: 'tsc -b' }) };
const without = { 'package.json': manifest({ build: 'tsc -b' }) };

function found(files: Texts, after: Texts = without): string[] {
  return told(findingsOf(namedFiles, { ...before, ...files }, { ...files, ...after }));
}

describe('a command of npm that is removed and still run', () => {
  for (const [what, path, text, line] of [
    ['a step', '.github/workflows/a.yml', step('npm run types'), 6],
    [
      'a later command of a step',
      '.github/workflows/a.yml',
      step('|\n          npm ci\n          cd b && pnpm run types --all'),
      8,
    ],
    ['an image', 'Dockerfile', 'FROM a\nRUN npm ci && npm run types\n', 2],
    ['the start of an image', 'Dockerfile', 'FROM a\nCMD ["npm", "run", "types"]\n', 2],
    ['a Makefile', 'Makefile', 'all:\n\t@npm run types\n', 2],
  ] as const)
    it(`is told: ${what}`, () => {
      const told = [`package.json:3 cross-file/removed-command → ${path}:${line}`];
      assert.deepEqual(found({ [path]: text }), told);
      assert.deepEqual(found({ [path]: text }, before), []);
      assert.deepEqual(found({ [path]: text }, { ...without, [path]: text.replaceAll('types', 'build') }), []);
    });

  it('is not told of a manifest that cannot be read, which has it still', () => {
    const workflow = { '.github/workflows/a.yml': step('npm run types') };
    assert.deepEqual(found(workflow, { 'package.json': before['package.json'].replace('"tsc"', '"tsc""') }), []);
    assert.equal(found(workflow, { 'package.json': '{}' }).length, 1);
  });

  for (const run of ['pnpm lint', 'yarn lint:css --fix', 'yarn run lint'])
    it(`is told where its name is no program of a package: ${run}`, () => {
      const before = {
        'package.json': manifest({ lint: 'eslint', 'lint:css': 'stylelint' }),
        Makefile: `a:\n\t${run}\n`,
      };
      const line = run.includes('css') ? 4 : 3;
      const findings = findingsOf(namedFiles, before, { ...before, 'package.json': manifest({}) });
      assert.deepEqual(told(findings), [`package.json:${line} cross-file/removed-command → Makefile:2`]);
    });

  it('is told with what runs it', () => {
    const own = { 'package.json': manifest({ check: 'npm run types && npm test', types: 'tsc', test: 'jest' }) };
    const [types, test] = findingsOf(namedFiles, own, {
      'package.json': manifest({ check: 'npm run types && npm test' }),
    });
    const title = (name: string): string =>
      `The command \`${name}\` is removed from \`package.json\`, but \`package.json\` still runs it`;
    assert.deepEqual([types?.title, test?.title], [title('types'), title('test')]);
  });

  for (const [what, path, text] of [
    ['another package has it', 'web/package.json', manifest({ types: 'tsc', all: 'npm run types' })],
    ['another package is meant', '.github/workflows/a.yml', step('npm run types --prefix b')],
    ['it need not be there', '.github/workflows/a.yml', step('npm run types --if-present')],
    ['it may fail', 'Makefile', 'all:\n\tnpm run types || true\n'],
    ['it is a pattern, or a part of a name', 'Makefile', 'all:\n\tnpm run types:*\n\tnpm run types:all $(A)\n'],
    ['a comment has it', 'Makefile', '# npm run types\nall:\n\techo "npm run types"\n'],
    ['a step is called so', '.github/workflows/a.yml', 'jobs:\n  a:\n    steps:\n      - name: npm run types\n'],
    ['another repository is there', '.github/workflows/a.yml', `${step('npm run types')}\n        repository: a/b\n`],
    ['another program runs it', 'Makefile', 'all:\n\tyarn run types\n\tpnpm types\n\tcnpm run types\n'],
    ['the package did not have it itself', 'web/package.json', manifest({ all: 'npm run types' })],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(found({ [path]: text }), []));
});
