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
