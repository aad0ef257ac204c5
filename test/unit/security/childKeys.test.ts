import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../src/git/run/git.ts';
import { engineProcesses } from '../../../src/service/jobs/engineProcess.ts';
import { toolEnvironment } from '../../../src/service/reviewers/tools/run/toolEnvironment.ts';
import { needs } from '../../host/needs.ts';
import { hermetic } from '../git/pullRequest/layouts.ts';

// Joined, so that nothing takes it for a real one.
const key = ['crk', 'canary', 'of', 'a', 'key'].join('_');
const secrets = {
  CODE_REVIEW_API_KEY: key,
  CODE_REVIEW_MODEL_KEY: key,
  code_review_other: key,
  VSCODE_GIT_ASKPASS_NODE: key,
};
/** What git's helpers, tools and proxies of the user live on. */
const needed = { SSH_AUTH_SOCK: '/run/agent', HTTPS_PROXY: 'http://proxy.example', GIT_SSH_COMMAND: 'ssh -v' };

describe('the environment of a process that is started', () => {
  hermetic();
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-keys-'));
    Object.assign(process.env, secrets, needed);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  function isBare(env: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(env)) assert.ok(value?.includes(key) !== true, name);
    for (const [name, value] of Object.entries(needed)) assert.equal(env[name], value);
  }

  it('has none of our keys for git, and what git’s helpers need', async function () {
    needs(this, 'a POSIX shell');
    const seen = path.join(folder, 'seen');
    const fake = path.join(folder, 'git');
    await writeFile(fake, `#!/bin/sh\nenv -0 > '${seen}'\n`);
    await chmod(fake, 0o755);
    const git = new Git({ executable: fake, log: () => undefined });
    for (const args of [
      ['rev-parse', 'HEAD'],
      ['ls-remote', 'origin'],
      ['update-index', '--refresh'],
    ]) {
      await git.run(folder, args, { signal: new AbortController().signal });
      const entries = (await readFile(seen, 'utf8')).split('\0').filter(Boolean);
      isBare(Object.fromEntries(entries.map(each => each.split(/=(.*)/s).slice(0, 2) as [string, string])));
    }
  });

  it('has none of our keys for a tool', () => isBare(toolEnvironment(process.env)));

  it('has none of our keys for the engine', async () => {
    const file = path.join(folder, 'engine.mjs');
    const answer = "{ status: 'failed', reason: JSON.stringify(process.env), reports: [] }";
    await writeFile(file, `process.on('message', () => process.send(${answer}));`);
    const engine = engineProcesses(file)({ gitExecutable: '/usr/bin/git', onError: () => undefined });
    try {
      const result = await engine.review({ root: folder, base: 'a', head: 'b' });
      assert.ok(result.status === 'failed');
      const env = JSON.parse(result.reason) as Record<string, string>;
      isBare(env);
      assert.equal(env['CODE_REVIEW_GIT'], '/usr/bin/git');
    } finally {
      engine.dispose();
    }
  });
});
