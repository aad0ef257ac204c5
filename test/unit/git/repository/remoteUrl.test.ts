import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRemoteUrl, type HostSettings } from '../../../../src/git/repository/remoteUrl.ts';

/** URL, what it is taken for (`provider host[:port] owner/name`), address of its page after https://. */
type Row = readonly [url: string, expected: string, page?: string];

const tables: Readonly<Record<string, readonly Row[]>> = {
  GitHub: [
    ['https://github.com/acme/orders.git', 'github github.com acme/orders', 'github.com/acme/orders'],
    ['https://github.com/acme/orders', 'github github.com acme/orders'],
    ['https://github.com/acme/orders/', 'github github.com acme/orders'],
    ['https://github.com/acme/orders.git/', 'github github.com acme/orders'],
    ['https://github.com/acme/orders.GIT', 'github github.com acme/orders'],
    ['https://github.com//acme//orders', 'github github.com acme/orders'],
    ['  https://github.com/acme/orders\n', 'github github.com acme/orders'],
    ['HTTPS://GitHub.com/Acme/Orders', 'github github.com Acme/Orders'],
    ['http://github.com/acme/orders', 'github github.com acme/orders'],
    ['https://www.github.com/acme/orders', 'github github.com acme/orders'],
    ['https://robin@github.com/acme/orders', 'github github.com acme/orders'],
    ['https://robin:secret@github.com/acme/orders', 'github github.com acme/orders', 'github.com/acme/orders'],
    ['https://robin:p@ss@github.com/acme/orders', 'github github.com acme/orders'],
    ['https://x-access-token:t@github.com:443/acme/orders', 'github github.com acme/orders', 'github.com/acme/orders'],
    ['git@github.com:acme/orders.git', 'github github.com acme/orders', 'github.com/acme/orders'],
    ['git@github.com:/acme/orders.git', 'github github.com acme/orders'],
    ['github.com:acme/orders.git', 'github github.com acme/orders'],
    ['org-123@github.com:acme/orders.git', 'github github.com acme/orders'],
    ['ssh://git@github.com/acme/orders.git', 'github github.com acme/orders'],
    ['ssh://git@github.com:22/acme/orders.git', 'github github.com acme/orders', 'github.com/acme/orders'],
    ['ssh://git@ssh.github.com:443/acme/orders.git', 'github github.com acme/orders', 'github.com/acme/orders'],
    ['git+ssh://git@github.com/acme/orders.git', 'github github.com acme/orders'],
    ['ssh+git://git@github.com/acme/orders.git', 'github github.com acme/orders'],
    ['git+https://github.com/acme/orders.git', 'github github.com acme/orders'],
    ['git://github.com/acme/orders.git', 'github github.com acme/orders'],
    ['git@github.com:acme/orders.js.git', 'github github.com acme/orders.js'],
    ['git@github.com:acme/.github', 'github github.com acme/.github'],
    ['git@github.com:acme/orders.git.git', 'github github.com acme/orders.git'],
    ['[git@github.com:22]:acme/orders', 'github github.com acme/orders'],
    ['https://gist.github.com/acme/0123456789abcdef', 'git gist.github.com acme/0123456789abcdef', ''],
  ],
  'GitHub Enterprise': [
    ['https://acme.ghe.com/acme/orders', 'github acme.ghe.com acme/orders', 'acme.ghe.com/acme/orders'],
    ['git@github.acme.example:acme/orders.git', 'github github.acme.example acme/orders'],
    [
      'https://ghe.acme.example:8443/acme/orders',
      'github ghe.acme.example:8443 acme/orders',
      'ghe.acme.example:8443/acme/orders',
    ],
    [
      'ssh://git@ghe.acme.example:2222/acme/orders',
      'github ghe.acme.example acme/orders',
      'ghe.acme.example/acme/orders',
    ],
  ],
  GitLab: [
    [
      'https://gitlab.com/acme/shop/backend/orders.git',
      'gitlab gitlab.com acme/shop/backend/orders',
      'gitlab.com/acme/shop/backend/orders',
    ],
    ['git@gitlab.com:acme/shop/backend/orders.git', 'gitlab gitlab.com acme/shop/backend/orders'],
    ['ssh://git@altssh.gitlab.com:443/acme/orders.git', 'gitlab gitlab.com acme/orders'],
    ['https://oauth2:token@gitlab.acme.example/shop/orders.git', 'gitlab gitlab.acme.example shop/orders'],
    [
      'ssh://git@gitlab.acme.example:2224/shop/orders.git',
      'gitlab gitlab.acme.example shop/orders',
      'gitlab.acme.example/shop/orders',
    ],
    ['https://gitlab.acme.example:8929/shop/orders', 'gitlab gitlab.acme.example:8929 shop/orders'],
    ['git@gitlab-ee.acme.example:shop/orders', 'gitlab gitlab-ee.acme.example shop/orders'],
  ],
  'Bitbucket Cloud': [
    ['https://bitbucket.org/acme/orders.git', 'bitbucket bitbucket.org acme/orders', 'bitbucket.org/acme/orders'],
    ['https://robin@bitbucket.org/acme/orders.git', 'bitbucket bitbucket.org acme/orders'],
    ['git@bitbucket.org:acme/orders.git', 'bitbucket bitbucket.org acme/orders'],
    ['ssh://git@altssh.bitbucket.org:443/acme/orders.git', 'bitbucket bitbucket.org acme/orders'],
  ],
  'Bitbucket Data Center': [
    [
      'https://bitbucket.acme.example/scm/SHOP/orders.git',
      'bitbucket-server bitbucket.acme.example SHOP/orders',
      'bitbucket.acme.example/projects/SHOP/repos/orders',
    ],
    [
      'https://acme.example/stash/scm/shop/orders.git',
      'bitbucket-server acme.example shop/orders',
      'acme.example/stash/projects/shop/repos/orders',
    ],
    [
      'https://git.acme.example:8443/scm/shop/orders.git',
      'bitbucket-server git.acme.example:8443 shop/orders',
      'git.acme.example:8443/projects/shop/repos/orders',
    ],
    [
      'https://git.acme.example/scm/~robin/orders.git',
      'bitbucket-server git.acme.example ~robin/orders',
      'git.acme.example/users/robin/repos/orders',
    ],
    [
      'ssh://git@git.acme.example:7999/shop/orders.git',
      'bitbucket-server git.acme.example shop/orders',
      'git.acme.example/projects/shop/repos/orders',
    ],
    [
      'ssh://git@git.acme.example:7999/~robin/orders.git',
      'bitbucket-server git.acme.example ~robin/orders',
      'git.acme.example/users/robin/repos/orders',
    ],
    ['git@stash.acme.example:shop/orders.git', 'bitbucket-server stash.acme.example shop/orders'],
  ],
  'Azure DevOps': [
    [
      'https://dev.azure.com/acme/Shop/_git/orders',
      'azure dev.azure.com acme/Shop/orders',
      'dev.azure.com/acme/Shop/_git/orders',
    ],
    ['https://acme@dev.azure.com/acme/Shop/_git/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['https://dev.azure.com/acme/_git/orders', 'azure dev.azure.com acme/orders/orders'],
    [
      'https://dev.azure.com/acme/Web%20Shop/_git/Order%20Service',
      'azure dev.azure.com acme/Web Shop/Order Service',
      'dev.azure.com/acme/Web%20Shop/_git/Order%20Service',
    ],
    ['https://dev.azure.com/acme/Shop/_git/_full/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['https://dev.azure.com/acme/Shop/_git/_optimized/orders', 'azure dev.azure.com acme/Shop/orders'],
    [
      'git@ssh.dev.azure.com:v3/acme/Shop/orders',
      'azure dev.azure.com acme/Shop/orders',
      'dev.azure.com/acme/Shop/_git/orders',
    ],
    ['ssh://git@ssh.dev.azure.com/v3/acme/Shop/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['git@ssh.dev.azure.com:v3/acme/Web%20Shop/orders', 'azure dev.azure.com acme/Web Shop/orders'],
    ['https://acme.visualstudio.com/Shop/_git/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['https://acme.visualstudio.com/DefaultCollection/Shop/_git/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['https://acme.visualstudio.com/_git/orders', 'azure dev.azure.com acme/orders/orders'],
    ['https://acme.visualstudio.com/DefaultCollection/_git/orders', 'azure dev.azure.com acme/orders/orders'],
    ['acme@vs-ssh.visualstudio.com:v3/acme/Shop/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['ssh://acme@vs-ssh.visualstudio.com:22/Shop/_ssh/orders', 'azure dev.azure.com acme/Shop/orders'],
    ['ssh://acme@acme.visualstudio.com:22/DefaultCollection/Shop/_ssh/orders', 'azure dev.azure.com acme/Shop/orders'],
    [
      'https://tfs.acme.example/tfs/DefaultCollection/Shop/_git/orders',
      'azure-server tfs.acme.example tfs/DefaultCollection/Shop/orders',
      'tfs.acme.example/tfs/DefaultCollection/Shop/_git/orders',
    ],
    [
      'https://tfs.acme.example:8080/Main/Shop/_git/orders',
      'azure-server tfs.acme.example:8080 Main/Shop/orders',
      'tfs.acme.example:8080/Main/Shop/_git/orders',
    ],
    ['https://tfs.acme.example/Main/_git/orders', 'azure-server tfs.acme.example Main/orders/orders'],
    [
      'https://tfs.acme.example/tfs/Main/_git/orders',
      'azure-server tfs.acme.example tfs/Main/orders/orders',
      'tfs.acme.example/tfs/Main/orders/_git/orders',
    ],
    [
      'https://tfs.acme.example/TFS/Main/Shop/Backend/_git/orders',
      'azure-server tfs.acme.example TFS/Main/Shop/orders',
    ],
    ['https://tfs.acme.example/Main/Shop/Backend/_git/orders', 'azure-server tfs.acme.example Main/Shop/orders'],
    [
      'https://acme.example/devops/DefaultCollection/Shop/_git/orders',
      'azure-server acme.example devops/DefaultCollection/Shop/orders',
    ],
    ['ssh://tfs.acme.example:22/tfs/Main/Shop/_ssh/orders', 'azure-server tfs.acme.example tfs/Main/Shop/orders'],
    ['https://dev.azure.com/acme/Shop/Backend/_git/orders', 'azure dev.azure.com acme/Shop/orders'],
  ],
  'Gitea and Forgejo': [
    ['https://codeberg.org/acme/orders.git', 'gitea codeberg.org acme/orders', 'codeberg.org/acme/orders'],
    ['git@gitea.acme.example:acme/orders.git', 'gitea gitea.acme.example acme/orders'],
    [
      'https://forgejo.acme.example:3000/acme/orders',
      'gitea forgejo.acme.example:3000 acme/orders',
      'forgejo.acme.example:3000/acme/orders',
    ],
    ['https://acme.example/gitea/acme/orders', 'git acme.example gitea/acme/orders', ''],
  ],
  'hosts that are not known': [
    ['https://git.acme.example/acme/orders.git', 'git git.acme.example acme/orders', ''],
    ['work:acme/orders.git', 'git work acme/orders', ''],
    ['git@[2001:db8::1]:acme/orders.git', 'git 2001:db8::1 acme/orders', ''],
    ['ssh://git@[2001:db8::1]:22/acme/orders.git', 'git 2001:db8::1 acme/orders', ''],
    ['git@[git.acme.example:2222]:acme/orders.git', 'git git.acme.example acme/orders', ''],
    ['https://192.0.2.7:3000/acme/orders.git', 'git 192.0.2.7:3000 acme/orders', ''],
    ['https://git.sr.ht/~robin/orders', 'git git.sr.ht ~robin/orders', ''],
    ['git@git.sr.ht:~robin/orders', 'git git.sr.ht ~robin/orders', ''],
    ['ssh://git@git.acme.example/größe/orders', 'git git.acme.example größe/orders', ''],
    ['https://git.acme.example/gr%C3%B6%C3%9Fe/orders', 'git git.acme.example größe/orders', ''],
  ],
};

const noRepository = [
  '',
  '/srv/git/orders.git',
  './orders.git',
  '../orders.git',
  '~/orders.git',
  'orders.git',
  'acme/orders',
  'folder/with:colon/orders',
  'C:\\git\\acme\\orders',
  'C:/git/acme/orders',
  '\\\\server\\share\\orders',
  'file:///srv/git/acme/orders.git',
  'file://server/git/acme/orders.git',
  'https://github.com',
  'https://github.com/',
  'https://github.com/orders',
  'https:///acme/orders',
  'git@github.com:orders.git',
  'git@github.com:',
  'git@github.com:.git',
  'ext::sh -c "touch /tmp/x" acme/orders',
  'hg::https://acme.example/acme/orders',
  'codecommit::us-east-1://acme/orders',
  'https://github.com/acme/../orders',
  'https://github.com/acme/..',
  'https://github.com/%2e%2e/orders',
  'https://github.com/acme/a%2Fb',
  'https://github.com/acme/a%00b',
  'https://github.com/acme/a%0Ab',
  'https://git hub.com/acme/orders',
  'https://evil.example\\github.com/acme/orders',
  'https://github.com%2f.evil.example/acme/orders',
  '-oProxyCommand=x:acme/orders',
  'ssh://-oProxyCommand=x/acme/orders',
  `https://github.com/acme/${'x'.repeat(5_000)}`,
];

function parsed(url: string, hosts: HostSettings = {}): string | undefined {
  const found = parseRemoteUrl(url, { hosts });
  return (
    found && `${found.provider} ${found.host}${found.port === undefined ? '' : `:${found.port}`} ${found.fullName}`
  );
}

describe("a remote's URL", () => {
  for (const [name, rows] of Object.entries(tables)) {
    describe(`of ${name}`, () => {
      for (const [url, expected, page] of rows) {
        it(JSON.stringify(url), () => {
          assert.equal(parsed(url), expected);
          if (page !== undefined)
            assert.equal(parseRemoteUrl(url)?.webUrl, page === '' ? undefined : `https://${page}`);
        });
      }
    });
  }

  describe('names no repository', () => {
    for (const url of noRepository) it(JSON.stringify(url.slice(0, 60)), () => assert.equal(parsed(url), undefined));
  });

  it('of a host that the settings name has its provider', () => {
    assert.equal(
      parsed('git@git.acme.example:a/b/c', { 'git.acme.example': 'gitlab' }),
      'gitlab git.acme.example a/b/c',
    );
    assert.equal(parsed('git@work:acme/orders', { work: 'github' }), 'github work acme/orders');
    assert.equal(
      parsed('https://git.acme.example:3000/acme/orders', { 'git.acme.example:3000': 'gitea' }),
      'gitea git.acme.example:3000 acme/orders',
    );
    assert.equal(parsed('git@Git.Acme.example:a/b', { 'git.acme.example': 'gitlab' }), 'gitlab git.acme.example a/b');
    assert.equal(
      parsed('https://gitlab.acme.example/a/b', { 'gitlab.acme.example': 'gitea' }),
      'gitea gitlab.acme.example a/b',
    );
    assert.equal(parsed('git@git.acme.example:a/b', { 'git.acme.example': 'nonsense' }), 'git git.acme.example a/b');
    assert.equal(parsed('git@constructor:a/b', {}), 'git constructor a/b');
  });

  it('of a host whose repositories are below a path has none of it in the name, and its page has', () => {
    const hosts = {
      'acme.example/gitlab': 'gitlab',
      'acme.example:8443/Git/Lab/': 'gitlab',
      'https://forge.example/gitea': 'gitea',
      'devops.example/servers/azure': 'azure-server',
      'tfs.example': 'azure-server',
      'two.example/gitlab': 'gitlab',
      'two.example/gitea': 'gitea',
    };
    const rows: readonly (readonly [url: string, expected: string, page: string | undefined])[] = [
      ['https://acme.example/gitlab/a/b/c.git', 'gitlab acme.example a/b/c', 'acme.example/gitlab/a/b/c'],
      ['https://acme.example/GitLab/a/b', 'gitlab acme.example a/b', 'acme.example/gitlab/a/b'],
      ['git@acme.example:a/b/c.git', 'gitlab acme.example a/b/c', 'acme.example/gitlab/a/b/c'],
      ['https://acme.example:8443/git/lab/a/b', 'gitlab acme.example:8443 a/b', 'acme.example:8443/Git/Lab/a/b'],
      ['https://acme.example/other/a/b', 'git acme.example other/a/b', undefined],
      ['https://forge.example/gitea/a/b', 'gitea forge.example a/b', 'forge.example/gitea/a/b'],
      ['ssh://git@forge.example:2222/a/b', 'gitea forge.example a/b', 'forge.example/gitea/a/b'],
      [
        'https://devops.example/servers/azure/Main/Shop/_git/orders',
        'azure-server devops.example servers/azure/Main/Shop/orders',
        'devops.example/servers/azure/Main/Shop/_git/orders',
      ],
      [
        'https://tfs.example/tfs/Main/Shop/_git/orders',
        'azure-server tfs.example tfs/Main/Shop/orders',
        'tfs.example/tfs/Main/Shop/_git/orders',
      ],
      ['https://two.example/gitea/a/b', 'gitea two.example a/b', 'two.example/gitea/a/b'],
      ['git@two.example:a/b', 'git two.example a/b', undefined],
    ];
    for (const [url, expected, page] of rows) {
      assert.equal(parsed(url, hosts), expected, url);
      assert.equal(parseRemoteUrl(url, { hosts })?.webUrl, page === undefined ? page : `https://${page}`, url);
    }
  });

  it('takes an ssh alias with a suffix for the host before it, and nothing else', () => {
    const rows: readonly (readonly [url: string, expected: string])[] = [
      ['git@github.com-work:acme/orders.git', 'github github.com acme/orders'],
      ['ssh://git@GitHub.com-work/acme/orders.git', 'github github.com acme/orders'],
      ['git@gitlab.com-work:acme/shop/orders.git', 'gitlab gitlab.com acme/shop/orders'],
      ['git@bitbucket.org-two-2:acme/orders.git', 'bitbucket bitbucket.org acme/orders'],
      // A web address has no alias, and these may be hosts of their own.
      ['https://github.com-work/acme/orders.git', 'github github.com-work acme/orders'],
      ['git@github.com-work.example:acme/orders.git', 'github github.com-work.example acme/orders'],
      ['git@github.community:acme/orders.git', 'github github.community acme/orders'],
      ['git@work:acme/orders.git', 'git work acme/orders'],
    ];
    for (const [url, expected] of rows) assert.equal(parsed(url), expected, url);
    assert.equal(parsed('git@github.com-work:a/b.git', { 'github.com-work': 'gitea' }), 'gitea github.com-work a/b');
  });

  it('has a page where the name is not one that only ssh may know', () => {
    const pageOf = (url: string, hosts: HostSettings = {}): string | undefined =>
      parseRemoteUrl(url, { hosts })?.webUrl;
    for (const url of ['git@github-work:a/b', 'ssh://git@stash:7999/a/b', 'ssh://tfs:22/Main/Shop/_git/orders']) {
      assert.equal(pageOf(url), undefined, url);
      assert.equal(parseRemoteUrl(url)?.site, undefined, url);
    }
    assert.equal(pageOf('git@github-work:a/b', { 'github-work': 'github' }), 'https://github-work/a/b');
    assert.equal(pageOf('https://gitlab/a/b'), 'https://gitlab/a/b');
    assert.equal(pageOf('git@github.acme.example:a/b'), 'https://github.acme.example/a/b');
  });

  it('names the same repository, however it is written', () => {
    const keys = [
      'https://github.com/Acme/Orders',
      'git@github.com:acme/orders.git',
      'ssh://git@ssh.github.com:443/acme/orders',
    ]
      .map(url => parseRemoteUrl(url)!)
      .map(({ host, fullName }) => `${host}/${fullName}`.toLowerCase());
    assert.deepEqual([...new Set(keys)], ['github.com/acme/orders']);
  });

  it('never makes a page of anything but the host, and never throws', () => {
    const piece = fc.constantFrom(
      'https://',
      'git@',
      'github.com',
      ':',
      '/',
      '..',
      '@',
      '%2f',
      '\\',
      '_git',
      'v3',
      '?',
      '#',
      '[',
      ']',
      'a',
      ' ',
      '\0',
      '::',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 }), pieces => {
        const found = parseRemoteUrl(pieces.join(''));
        if (found?.webUrl === undefined) return;
        const page = new URL(found.webUrl);
        assert.equal(page.protocol, 'https:');
        assert.equal(page.hostname.replace(/^\[|\]$/g, ''), found.host);
        assert.equal(page.username + page.password + page.search + page.hash, '');
      }),
    );
  });
});
