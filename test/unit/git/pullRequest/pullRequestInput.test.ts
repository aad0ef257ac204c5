import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isOnOtherHost, parsePullRequestInput } from '../../../../src/git/pullRequest/pullRequestInput.ts';
import { anyCharacter } from '../../../host/texts/anyCharacter.ts';

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
  // Editors on the web, redirects, REST interfaces.
  ['https://vscode.dev/github/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['https://insiders.vscode.dev/github/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['https://github.dev/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['https://redirect.github.com/acme/orders/pull/12', 'github.com:acme/orders#12'],
  ['https://api.github.com/repos/acme/orders/pulls/12', 'github.com:acme/orders#12'],
  ['https://patch-diff.githubusercontent.com/raw/acme/orders/pull/12.diff', 'github.com:acme/orders#12'],
  ['https://api.acme.ghe.com/repos/acme/orders/pulls/12', 'acme.ghe.com:acme/orders#12'],
  ['https://ghe.acme.example/api/v3/repos/acme/orders/pulls/12/files', 'ghe.acme.example:acme/orders#12'],
  ['https://codeberg.org/api/v1/repos/acme/orders/pulls/12', 'codeberg.org:acme/orders#12'],
  ['https://api.bitbucket.org/2.0/repositories/acme/orders/pullrequests/12', 'bitbucket.org:acme/orders#12'],
  [
    'https://git.acme.example/rest/api/1.0/projects/SHOP/repos/orders/pull-requests/12',
    'git.acme.example:SHOP/orders#12',
  ],
  [
    'https://acme.example/stash/rest/api/latest/projects/SHOP/repos/orders/pull-requests/12/diff',
    'acme.example:SHOP/orders#12',
  ],
  ['https://gitlab.com/-/ide/project/acme/shop/orders/merge_requests/12', 'gitlab.com:acme/shop/orders#12'],
  ['https://gitlab.com/api/v4/projects/acme%2Fshop%2Forders/merge_requests/12', 'gitlab.com:acme/shop/orders#12'],
  [
    'https://dev.azure.com/acme/Shop/_apis/git/repositories/orders/pullRequests/12?api-version=7.1',
    'dev.azure.com:acme/Shop/orders#12',
  ],
  ['https://tfs.acme.example/tfs/Main/_git/orders/pullrequest/12', 'tfs.acme.example:tfs/Main/orders/orders#12'],
  ['https://tfs.acme.example/Main/Shop/Backend/_git/orders/pullrequest/12', 'tfs.acme.example:Main/Shop/orders#12'],
  [
    'https://tfs.acme.example/tfs/Main/Shop/Backend/_git/orders/pullrequest/12',
    'tfs.acme.example:tfs/Main/Shop/orders#12',
  ],
  ['https://dev.azure.com/acme/Shop/Backend/_git/orders/pullrequest/12', 'dev.azure.com:acme/Shop/orders#12'],
  // Below a path.
  ['https://acme.example/gitlab/acme/shop/orders/-/merge_requests/12', 'acme.example:acme/shop/orders#12'],
  ['https://acme.example/gitea/acme/orders/pulls/12', 'acme.example:acme/orders#12'],
  ['https://other.example/gitea/acme/orders/pulls/12', 'other.example:acme/orders#12'],
  // As text.
  ['https://github.com/acme/orders/pull/12.diff', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12.patch?full_index=1', 'github.com:acme/orders#12'],
  ['https://gitlab.com/acme/orders/-/merge_requests/12.diff', 'gitlab.com:acme/orders#12'],
  ['https://gitlab.com/acme/orders/-/merge_requests/12.patch', 'gitlab.com:acme/orders#12'],
  ['https://codeberg.org/acme/orders/pulls/12.diff', 'codeberg.org:acme/orders#12'],
  ['https://bitbucket.org/acme/orders/pull-request/12/title-of-it', 'bitbucket.org:acme/orders#12'],
  ['https://bitbucket.org/acme/orders/pull-requests/12.diff', 'bitbucket.org:acme/orders#12'],
  ['https://git.acme.example/projects/SHOP/repos/orders/pull-requests/12.patch', 'git.acme.example:SHOP/orders#12'],
  // With what stood around it.
  ['<https://github.com/acme/orders/pull/12>', 'github.com:acme/orders#12'],
  ['<https://github.com/acme/orders/pull/12|Refund orders>', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12.', 'github.com:acme/orders#12'],
  ['https://github.com/acme/orders/pull/12),', 'github.com:acme/orders#12'],
  ['(https://github.com/acme/orders/pull/12)', 'github.com:acme/orders#12'],
  ['"https://github.com/acme/orders/pull/12"', 'github.com:acme/orders#12'],
  ['[Refund orders](https://github.com/acme/orders/pull/12)', 'github.com:acme/orders#12'],
  ['[[shop] Refund (orders)](https://github.com/acme/orders/pull/12 "Refund")', 'github.com:acme/orders#12'],
  ['[#12](<https://github.com/acme/orders/pull/12>).', 'github.com:acme/orders#12'],
  ['GH-12', '#12'],
  ['PR #12', '#12'],
  ['pr 12', '#12'],
  ['PR-12', '#12'],
  ['MR !12', '#12'],
  ['Pull request #12', '#12'],
  ['(#12)', '#12'],
];

/** What the settings say of hosts whose repositories are below a path. */
const hosts = { 'acme.example/gitlab': 'gitlab', 'https://acme.example/gitea/': 'gitea' };

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
  'https://gitlab.com/api/v4/projects/42/merge_requests/12',
  'https://gitlab.com/api/v4/projects/acme%2F..%2Forders/merge_requests/12',
  'https://dev.azure.com/acme/Shop/_apis/git/repositories/0f0e0d0c-0b0a-4908-8706-050403020100/pullRequests/12',
  'https://dev.azure.com/acme/Shop/_apis/git/pullrequests/12',
  'https://api.github.com/repos/acme/orders/issues/12',
  'https://vscode.dev/github/acme/orders',
  '[Refund orders](javascript:alert(1)/acme/orders/pull/12)',
  'GH-',
  'PR',
  'https://github.com/orders/pull/12',
  'https:///acme/orders/pull/12',
  'javascript:alert(1)//acme/orders/pull/12',
  'command:workbench.action.quit/acme/orders/pull/12',
  'file:///acme/orders/pull/12',
  'ssh://git@github.com/acme/orders/pull/12',
  `https://github.com/acme/${'a/'.repeat(40_000)}pull/12`,
];

function read(text: string): string | undefined {
  const found = parsePullRequestInput(text, hosts);
  if (found === undefined) return undefined;
  const { host, repository, number } = found;
  return `${host === undefined ? '' : `${host}:`}${repository ?? ''}#${number}`;
}

describe('a pull request as it is typed or pasted', () => {
  for (const [text, expected] of readable)
    it(`${JSON.stringify(text)} is ${expected}`, () => assert.equal(read(text), expected));

  for (const text of unreadable)
    it(`${JSON.stringify(text.slice(0, 60))} is none`, () => assert.equal(read(text), undefined));

  it('is of another host than the repository where its address says so, unless the remote has an alias for it', () => {
    const pasted = parsePullRequestInput('https://github.com/acme/orders/pull/12')!;
    for (const host of ['gitlab.com', 'github.acme.example', 'acme.ghe.com', 'github.com.evil.example'])
      assert.equal(isOnOtherHost(pasted, host), true, host);
    for (const host of ['github.com', 'work', 'github.com-work', undefined])
      assert.equal(isOnOtherHost(pasted, host), false, host);
    assert.equal(isOnOtherHost({ number: 12, repository: 'acme/orders' }, 'gitlab.com'), false);
  });

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
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 12 }),
        pieces => {
          const found = parsePullRequestInput(pieces.join(''));
          if (found !== undefined) assert.ok(Number.isSafeInteger(found.number) && found.number > 0);
          if (found?.repository !== undefined) assert.doesNotMatch(found.repository, /\.\.\/|[\s\S]*\p{Cc}/u);
        },
      ),
    );
  });
});
