import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { canaryKey, marker } from '../../host/keys/canary.ts';
import { activeText } from '../host/editors.ts';
import { attended, gitHere, problems, problemsSettle, sample } from '../host/window.ts';

const key = canaryKey('production', 'cdef');

async function run(
  command: string,
  answers: readonly (string | undefined)[] = [],
): Promise<{ told: string[]; asked: string[] }> {
  return attended(answers, async () => {
    await vscode.commands.executeCommand(command);
  });
}

/** What a language model is told of the findings. */
async function listed(): Promise<string> {
  const { content } = await vscode.lm.invokeTool('codeReview_listFindings', {
    input: {},
    toolInvocationToken: undefined,
  });
  return content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('a hosted service', () => {
  // Its reviews are shown beside those of other services, so they have a branch of their own.
  const branch = 'hosted/answers';
  let server: Server | undefined;
  let address: string;

  before(async () => {
    await gitHere('checkout', '--quiet', '-b', branch);
    await gitHere('config', `branch.${branch}.remote`, 'origin');
    await gitHere('config', `branch.${branch}.merge`, 'refs/pull/7/head');
    await problemsSettle(() => problems().length === 0, 'no review of this branch');
  });

  after(async () => {
    await gitHere('checkout', '--quiet', sample.branch);
    await gitHere('branch', '--quiet', '-D', branch);
  });

  async function serve(listener: RequestListener): Promise<void> {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  afterEach(async () => {
    server?.closeAllConnections();
    server?.close();
    await run('codeReview.signOut');
    await vscode.workspace
      .getConfiguration('codeReview')
      .update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
  });

  it('is signed in to with a key that it accepts, and signed out of', async () => {
    let sent: string | undefined;
    await serve((request, response) => {
      sent = request.headers.authorization;
      response.setHeader('content-type', 'application/json').end('{"data":[]}');
    });
    const { told } = await run('codeReview.signIn', [address, key]);
    assert.deepEqual(told, [`Signed in with the production key ••••cdef: 0 connected repositories at ${address}.`]);
    assert.ok(sent === `Bearer ${key}`);
    const out = await run('codeReview.signOut');
    assert.match(out.told.join(), /forgot the production key ••••cdef for /);
  });

  it('is asked for its kind of key where the prefix does not tell, and both can be switched between', async () => {
    await serve((_, response) => void response.end('{"data":[]}'));
    const first = await run('codeReview.signIn', [address, canaryKey('unknown', 'cdef'), 'Development']);
    assert.match(first.asked.at(-1) ?? '', /••••cdef does not tell its kind/);
    await run('codeReview.signIn', [address, key]);
    const switched = await run('codeReview.switchKey', ['Development']);
    assert.match(switched.told.join(), /now made with the development key ••••cdef/);
    await run('codeReview.signOut', ['Development']);
  });

  for (const [what, answers, words] of [
    ['a key with a line break', [key.replace('_live', '\n')], /contains a line break/],
    ['a key with a space in it', [key.replace('_live', ' ')], /contains a space/],
    ['a key that is too short', ['abc'], /too short/],
  ] as const) {
    it(`refuses ${what} while it is typed`, async () => {
      await serve((_, response) => void response.end('{"data":[]}'));
      const { told } = await run('codeReview.signIn', [address, ...answers]);
      assert.match(told.join(), words);
    });
  }

  it('refuses an address with credentials while it is typed', async () => {
    const { told } = await run('codeReview.signIn', ['https://me:pass@review.example.com']);
    assert.match(told.join(), /contains a user name or a password/);
  });

  it('gets no key that was entered for another address, by no redirect and no change of the setting', async () => {
    let isRedirecting = false;
    let redirects = 0;
    const received: (string | undefined)[] = [];
    const asked = (): number => received.length;
    const other = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.writeHead(401).end('{"message":"no key"}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const otherAddress = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await serve((request, response) => {
      assert.ok(request.headers.authorization === `Bearer ${key}`);
      if (isRedirecting) {
        redirects++;
        response.writeHead(307, { location: `${otherAddress}${request.url}` }).end();
      } else response.end('{"data":[]}');
    });
    const askEverything = async (): Promise<void> => {
      for (const command of ['refreshRepositories', 'reviewCurrentBranch', 'checkConnection'])
        await run(`codeReview.${command}`);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    };
    try {
      await run('codeReview.signIn', [address, key]);
      isRedirecting = true;
      await askEverything();
      assert.ok(redirects > 0);
      assert.equal(asked(), 0);
      await vscode.workspace
        .getConfiguration('codeReview')
        .update('baseUrl', otherAddress, vscode.ConfigurationTarget.Global);
      await askEverything();
      assert.ok(asked() > 0, 'the other was not asked at all');
      // A check of the connection sends what is nobody's key.
      assert.ok(!received.join().includes(marker));
    } finally {
      other.closeAllConnections();
      other.close();
      await vscode.workspace
        .getConfiguration('codeReview')
        .update('baseUrl', address, vscode.ConfigurationTarget.Global);
    }
  });

  it('says that an address answers a web page, and keeps no key for it', async () => {
    await serve((_, response) => void response.setHeader('content-type', 'text/html').end('<!doctype html>'));
    const { told } = await run('codeReview.signIn', [address, key]);
    assert.match(told.join(), /answered a web page instead of data/);
    const out = await run('codeReview.signOut');
    assert.match(out.told.join(), /The embedded service is in use|No key is stored/);
  });

  it('says in one report which step of the connection fails, without the key', async () => {
    let accepts = true;
    await serve((_, response) => {
      if (accepts) response.end('{"data":[]}');
      else response.writeHead(401).end('{"message":"revoked"}');
    });
    await run('codeReview.signIn', [address, key]);
    await run('codeReview.checkConnection');
    await activeText(
      /✓ Way: direct, since it is on this machine\n✓ Name: .*\n✓ HTTP: answered in \d+ ms\n✓ API key: accepted/,
    );
    accepts = false;
    await run('codeReview.checkConnection');
    const report = await activeText(
      /✓ HTTP: answered with status 401\n✗ API key: .*does not accept this API key.*Sign in/,
    );
    assert.equal(report.includes(key), false);
    assert.equal(vscode.window.activeTextEditor?.document.isUntitled, false, 'nobody is asked to save it');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('never makes an all-clear of a review that failed, was skipped or is gone', async () => {
    const answers: Record<string, unknown>[] = [];
    await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/repositories') response.end('{"data":[]}');
      else if (request.method === 'POST')
        response.end('{"id":"r1","status":"pending","created_at":"2026-11-21T06:00:00Z"}');
      else {
        const answer = answers.shift();
        if (answer === undefined) response.writeHead(410).end('{"message":"no such review"}');
        else response.end(JSON.stringify(answer));
      }
    });
    await run('codeReview.signIn', [address, key]);
    answers.push({ id: 'r1', status: 'failed', reason: 'out of tokens' });
    assert.match(
      (await run('codeReview.reviewCurrentBranch', ['Review'])).told.join(),
      /failed: out of tokens\. This is no all-clear/,
    );
    answers.push({ id: 'r1', status: 'skipped' });
    assert.match(
      (await run('codeReview.reviewCurrentBranch', ['Review'])).told.join(),
      /was not run \(skipped\).*no all-clear/,
    );
    assert.match(
      (await run('codeReview.reviewCurrentBranch', ['Review'])).told.join(),
      /failed: The service does not know the review r1\..*This is no all-clear/,
    );
    answers.push({ id: 'r1', status: 'completed', issues_found: 0, suggestions: 0, comments: [] });
    assert.match((await run('codeReview.reviewCurrentBranch', ['Review'])).told.join(), /completed: no issues/);
    assert.equal(problems().length, 0);
  });

  it('never makes an all-clear of a review without comments, also for whoever looks at the findings', async () => {
    await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/repositories') response.end('{"data":[]}');
      else if (request.method === 'POST') response.end('{"id":"r1","status":"pending"}');
      else response.end('{"id":"r1","status":"completed","issues_found":3,"suggestions":0}');
    });
    await run('codeReview.signIn', [address, key]);
    await vscode.commands.executeCommand('codeReview.findings.focus');
    try {
      const { told } = await run('codeReview.reviewCurrentBranch', ['Review']);
      assert.match(told.join(), /completed: the service sent no comments with it/);
    } finally {
      await vscode.commands.executeCommand('workbench.view.explorer');
    }
  });

  it('has its praise shown where no minimum is set', async () => {
    await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/repositories') response.end('{"data":[]}');
      else if (request.method === 'POST') response.end('{"id":"r1","status":"pending"}');
      else {
        const comments = [{ path: 'src/refunds/refund.ts', line: 4, severity: 'praise', body: 'Well named.' }];
        response.end(JSON.stringify({ id: 'r1', status: 'completed', issues_found: 0, suggestions: 0, comments }));
      }
    });
    await run('codeReview.signIn', [address, key]);
    await run('codeReview.reviewCurrentBranch', ['Review']);
    assert.doesNotMatch(await listed(), /hidden/);
    const configuration = vscode.workspace.getConfiguration('codeReview');
    await configuration.update('minimumSeverity', 'low', vscode.ConfigurationTarget.Workspace);
    try {
      assert.match(await listed(), /1 more are hidden by the user's filter or settings/);
    } finally {
      await configuration.update('minimumSeverity', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('is not asked twice for a review whose request may have arrived, unless the user says so', async () => {
    let posts = 0;
    await serve((request, response) => {
      if (request.url === '/v1/repositories') response.end('{"data":[]}');
      else {
        posts++;
        request.resume().once('end', () => request.socket.destroy());
      }
    });
    await run('codeReview.signIn', [address, key]);
    const first = await run('codeReview.reviewCurrentBranch', ['Review']);
    assert.match(first.told.join(), /Look at the pull request before you trigger it again/);
    const second = await run('codeReview.reviewCurrentBranch', ['Review']);
    assert.match(second.told.join(), /it is not known whether that arrived\. Another one may count twice/);
    assert.equal(posts, 1);
  });

  it('shows comments in whatever shape they come, and says where the count differs', async () => {
    await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/repositories') response.end('{"data":[]}');
      else if (request.method === 'POST') response.end('{"id":"r1","status":"pending"}');
      else {
        const comments = [
          {
            path: 'src/refunds/refundStore.ts',
            start_line: 17,
            line: 19,
            severity: 'warning',
            title: 'Three lines.',
            body: 'Turned \u202ehere.',
          },
          { file: 'b/src/refunds/refund.ts', lineStart: 33, severity: 'P1', message: 'One line.' },
          { path: '../outside.ts', line: 1, body: 'Nowhere.' },
          { path: 'src/refunds/refundStore.ts', line: 9_999, body: 'Beyond the end.' },
          { body: 'About all of it.' },
          42,
        ];
        response.end(JSON.stringify({ id: 'r1', status: 'completed', issues_found: 9, suggestions: 0, comments }));
      }
    });
    await run('codeReview.signIn', [address, key]);
    const { told } = await run('codeReview.reviewCurrentBranch', ['Review']);
    assert.match(told.join(), /completed: 9 issues \(6 comments received\)/);
    const shown = problems().map(({ message, range }) => `${range.start.line + 1}-${range.end.line + 1} ${message}`);
    assert.deepEqual(shown.sort(), [
      '1-1 Beyond the end. (in this file)',
      '17-19 Three lines.\nTurned \ufffdhere.',
      '33-33 One line.',
    ]);
  });
});
