import assert from 'node:assert/strict';
import { displayMessage } from '../../../../../src/core/base/errors.ts';
import { exitError } from '../../../../../src/git/run/gitErrors.ts';
import { remoteFailure } from '../../../../../src/service/team/hosts/remoteFailure.ts';

const address = { origin: 'https://git.acme.example', fullName: 'acme/orders', provider: 'git' } as const;
const at = "unable to access 'https://git.acme.example/acme/orders.git/'";

describe('what git says of a server', () => {
  const said: readonly (readonly [string, string, RegExp])[] = [
    [
      "fatal: Authentication failed for 'https://git.acme.example/'",
      'auth',
      /does not let the service read acme\/orders/,
    ],
    ["fatal: could not read Username for 'https://git.acme.example': terminal prompts disabled", 'auth', /credential/],
    [`fatal: ${at}: The requested URL returned error: 403`, 'auth', /credential/],
    [
      "remote: Not Found\nfatal: repository 'https://git.acme.example/acme/orders.git/' not found",
      'notFound',
      /has no repository/,
    ],
    [`fatal: ${at}: Could not resolve host: git.acme.example`, 'network', /The name git\.acme\.example is not known/],
    [
      `fatal: ${at}: Failed to connect to git.acme.example port 443 after 3 ms: Couldn't connect to server`,
      'network',
      /did not answer/,
    ],
    [`fatal: ${at}: SSL certificate problem: self-signed certificate in certificate chain`, 'network', /not trusted/],
    [`fatal: ${at}: The requested URL returned error: 503`, 'network', /did not answer/],
    [`fatal: ${at}: The requested URL returned error: 429`, 'rateLimit', /no more requests/],
    ['error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly\nfatal: early EOF', 'network', /broke off/],
    ['fatal: the remote end hung up unexpectedly', 'network', /broke off/],
    ["fatal: couldn't find remote ref refs/pull/7/head", 'network', /changed .* while it was fetched/],
    [
      'fatal: https://git.acme.example/info/refs not valid: is this a git repository?',
      'git',
      /not answer as a git server/,
    ],
    [
      'fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output',
      'service',
      /disk is full/,
    ],
    ['fatal: sha1 file write error. Out of diskspace: Disk quota exceeded', 'service', /disk is full/],
    ['fatal: write error: File too large\nfatal: fetch-pack: invalid index-pack output', 'service', /ulimit -f/],
    [`fatal: ${at}: The requested URL returned error: 301`, 'git', /redirects to another address/],
  ];
  for (const [stderr, kind, expected] of said)
    it(`is told as a sentence: ${stderr.slice(0, 80)}`, () => {
      const failure = remoteFailure(exitError('fetch', 128, stderr), address, undefined);
      assert.equal(failure?.kind, kind);
      assert.match(displayMessage(failure), expected);
      // The last try is told so as well, and a check, which nobody repeats.
      assert.doesNotMatch(displayMessage(failure), /is tried again/);
    });

  it('of the mirror itself is no failure of the server', () => {
    for (const stderr of ['fatal: bad object HEAD', 'fatal: loose object 12 is corrupt', 'fatal: not a git repository'])
      assert.equal(remoteFailure(exitError('fetch', 128, stderr), address, undefined), undefined);
  });
});
