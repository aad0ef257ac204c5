import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForHost } from '../host/bundle.ts';
import { root } from '../host/cache.ts';
import { canaryKey } from '../host/canary.ts';
import { CertificateAuthority } from '../host/certificateAuthority.ts';
import { git } from '../host/git.ts';
import { createSample, type Sample } from '../host/sample.ts';
import { VSCodeHost } from '../host/vscodeHost.ts';
import { Workbench } from './workbench.ts';

const token = canaryKey('production', '4242');

/** The folder of an extension that has an account of a GitLab server. */
async function buildProvider(): Promise<string> {
  const folder = await bundleForHost('signInProvider', ['test/ui/signInProvider/extension.ts']);
  await cp(path.join(root, 'test/ui/signInProvider/manifest.json'), path.join(folder, 'package.json'));
  return folder;
}

describe('a private repository, whose host tells its pull requests with a sign-in only', () => {
  let folder: string;
  let sample: Sample;
  let server: Server;
  let host: VSCodeHost;
  let workbench: Workbench;
  const asked: (string | undefined)[] = [];

  const picker = (text: string | RegExp): ReturnType<Workbench['rows']> =>
    workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text });

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-access-'));
    sample = await createSample(path.join(folder, 'sample'));
    const authority = CertificateAuthority.create('Private Authority');
    server = createServer(authority.issue(['127.0.0.1']), (request, response) => {
      asked.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      const isAllowed = request.headers.authorization === `Bearer ${token}`;
      response.statusCode = isAllowed ? 200 : 404;
      const pull = {
        iid: sample.number,
        state: 'opened',
        title: 'Refund orders',
        source_branch: sample.branch,
        source_project_id: 1,
        target_project_id: 1,
        sha: sample.head,
      };
      response.end(JSON.stringify(isAllowed ? [pull] : { message: '404 Project Not Found' }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const name = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const remote = `https://${name}/acme/orders.git`;
    await git(sample.workspace, ['config', `url.${sample.origin}.insteadOf`, remote]);
    await git(sample.workspace, ['remote', 'set-url', 'origin', remote]);
    const trusted = path.join(folder, 'authorities.pem');
    await writeFile(trusted, authority.certificate.cert);
    const own = { NODE_EXTRA_CA_CERTS: trusted, GITLAB_SITE: `https://${name}`, GITLAB_TOKEN: token };
    const before = Object.fromEntries(Object.keys(own).map(key => [key, process.env[key]]));
    Object.assign(process.env, own);
    host = await VSCodeHost.start({
      vsix: [path.join(root, 'dist/code-review.vsix')],
      extensions: [await buildProvider()],
      settings: { 'security.workspace.trust.enabled': false, 'codeReview.hosts': { [name]: 'gitlab' } },
    });
    for (const [key, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(process.env, key);
      else process.env[key] = value;
    workbench = new Workbench((await host.openWindow({ folder: sample.workspace })).page);
    await workbench.page.setViewportSize({ width: 1280, height: 1400 });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.keepFailure();
  });

  after(async () => {
    await host.dispose();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('is asked for, with the access to allow below', async () => {
    await workbench.page.locator('.statusbar-item', { hasText: 'Review' }).waitFor({ timeout: 60_000 });
    await workbench.run('Code Review: Review Current Branch');
    await picker(/may be closed: the refs of 127\.0\.0\.1 do not tell/).waitFor({ timeout: 60_000 });
    await workbench.screenshot('access-question');
    assert.ok(asked.length > 0 && asked.every(each => each === undefined), 'a token went out unasked');
    await picker(/Allow Access to Private Repositories of 127\.0\.0\.1/).click();
  });

  it('is reviewed without a further question once VS Code was told to allow it', async () => {
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: 60_000 });
    assert.match(await dialog.innerText(), /'Code Review' wants to (?:access|sign in using).*GitLab/s);
    await workbench.screenshot('access-consent');
    await dialog.locator('.monaco-button', { hasText: 'Allow' }).click();
    await workbench.notification(/completed: 13 issues/).waitFor({ timeout: 60_000 });
    assert.equal(asked.at(-1), `Bearer ${token}`);
  });

  it('is asked for again after Sign Out, and no token goes out any more', async () => {
    await workbench.run('Code Review: Sign Out');
    await workbench.notification(/no longer uses your sign-in to 127\.0\.0\.1/).waitFor();
    await git(sample.workspace, ['commit', '--quiet', '--allow-empty', '--message=More'], {
      GIT_AUTHOR_NAME: 'Robin Sample',
      GIT_AUTHOR_EMAIL: 'robin@acme.example',
      GIT_COMMITTER_NAME: 'Robin Sample',
      GIT_COMMITTER_EMAIL: 'robin@acme.example',
    });
    asked.length = 0;
    await workbench.run('Code Review: Review Current Branch');
    await picker(/Allow Access to Private Repositories of 127\.0\.0\.1/).waitFor({ timeout: 60_000 });
    assert.ok(asked.length > 0 && asked.every(each => each === undefined), 'a token went out after Sign Out');
  });
});
