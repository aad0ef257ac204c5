import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePullRequestInput } from '../../../src/git/pullRequestInput.ts';

/** What was typed, and `[host:owner/name]#number`. */
const readable: readonly (readonly [text: string, expected: string])[] = [
  ['12', '#12'],
  ['#12', '#12'],
  ['!12', '#12'],
  ['  12\n', '#12'],
  ['acme/orders#12', 'acme/orders#12'],
  ['acme/shop/orders!12', 'acme/shop/orders#12'],
  ['https://github.com/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['http://github.com/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['github.com/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12/', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12/files#diff-1R7', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12?w=1', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12#discussion_r1', 'github.com:acme/orders#12'],
  ['https://GitHub.com/Acme/Orders/pull/12', 'github.com:Acme/Orders#12'],
  ['https://github.com/acme/pull/pull/12', 'github.com:acme/pull#12'],
  ['https://ghe.acme.example:8443/acme/orders/pull/12', 'ghe.acme.example:acme/orders#12'],
  ['https://acme.ghe.com/acme/orders/pull/12', 'acme.ghe.com:acme/orders#12'],
  ['https://gitlab.com/acme/shop/backend/orders/-/merge_requests/12/diffs', 'gitlab.com:acme/shop/backend/orders#12'],
  ['https://gitlab.acme.example/acme/orders/merge_requests/12', 'gitlab.acme.example:acme/orders#12'],
  ['https://bitbucket.org/acme/orders/pull-requests/12/title-of-it', 'bitbucket.org:acme/orders#12'],
  ['https://git.acme.example/projects/SHOP/repos/orders/pull-requests/12/overview', 'git.acme.example:SHOP/orders#12'],
  ['https://acme.example/stash/projects/SHOP/repos/orders/pull-requests/12', 'acme.example:SHOP/orders#12'],
  ['https://git.acme.example/users/robin/repos/orders/pull-requests/12', 'git.acme.example:~robin/orders#12'],
  ['https://dev.azure.com/acme/Shop/_git/orders/pullrequest/12', 'dev.azure.com:acme/Shop/orders#12'],
  [
    'https://dev.azure.com/acme/Web%20Shop/_git/orders/pullrequest/12?_a=files',
    'dev.azure.com:acme/Web Shop/orders#12',
  ],
  ['https://acme.visualstudio.com/Shop/_git/orders/pullrequest/12', 'dev.azure.com:acme/Shop/orders#12'],
  ['https://codeberg.org/acme/orders/pulls/12/files', 'codeberg.org:acme/orders#12'],
  ['https://git.acme.example/acme/orders/pulls/12', 'git.acme.example:acme/orders#12'],
];

const unreadable = [
  '',
  '0',
  '#',
  '-1',
  '1.5',
  '012',
  '1e3',
  '١٢',
  '12345678901',
  '12 34',
  '12; rm -rf /',
  '../12',
  'acme/orders',
  'acme/orders12',
  'main',
  'https://github.com/acme/orders',
  'https://github.com/acme/orders/pull',
  'https://github.com/acme/orders/pull/0',
  'https://github.com/acme/orders/pull/12abc',
  'https://github.com/acme/orders/issues/12',
  'https://github.com/acme/../pull/12',
  'https://github.com/acme/or%0Aders/pull/12',
  'https://github.com/orders/pull/12',
  'https:///acme/orders/pull/12',
  'javascript:alert(1)//acme/orders/pull/12',
  'command:workbench.action.quit/acme/orders/pull/12',
  'file:///acme/orders/pull/12',
  'ssh://git@github.com/acme/orders/pull/12',
  `https://github.com/acme/${'a/'.repeat(40_000)}pull/12`,
];

function read(text: string): string | undefined {
  const found = parsePullRequestInput(text);
  if (found === undefined) return undefined;
  const { host, repository, number } = found;
  return `${host === undefined ? '' : `${host}:`}${repository ?? ''}#${number}`;
}

describe('a pull request as it is typed or pasted', () => {
  for (const [text, expected] of readable)
    it(`${JSON.stringify(text)} is ${expected}`, () => assert.equal(read(text), expected));

  for (const text of unreadable)
    it(`${JSON.stringify(text.slice(0, 60))} is none`, () => assert.equal(read(text), undefined));

  it('is a positive whole number whatever was typed', () => {
    const piece = fc.constantFrom(
      'https://',
      'github.com',
      '/',
      'pull',
      'pulls',
      '#',
      '!',
      '12',
      '_git',
      'a',
      '%',
      '..',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 }), pieces => {
        const found = parsePullRequestInput(pieces.join(''));
        if (found !== undefined) assert.ok(Number.isSafeInteger(found.number) && found.number > 0);
        if (found?.repository !== undefined) assert.doesNotMatch(found.repository, /\.\.\/|[\s\S]*\p{Cc}/u);
      }),
    );
  });
});
