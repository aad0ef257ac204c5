import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const source = pathToFileURL(path.resolve(import.meta.dirname, '../../../../src/service/worker/compiledCode.ts')).href;

describe('compiled code of the analysers', () => {
  let folder: string;
  let compiled: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-compiled-'));
    compiled = path.join(folder, 'compiled');
    await writeFile(path.join(folder, 'analyser.cjs'), 'exports.read = text => text.length;\n');
    await writeFile(
      path.join(folder, 'program.mjs'),
      `import { createRequire } from 'node:module';
       import { keepCompiledIn, writeCompiled } from ${JSON.stringify(source)};
       keepCompiledIn(${JSON.stringify(compiled)});
       createRequire(import.meta.url)('./analyser.cjs').read('text');
       writeCompiled();
       process.kill(process.pid, 'SIGKILL');`,
    );
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs a program that is killed as the analysers are. @returns what Node says of its cache */
  function run(): string {
    const env = { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', NODE_COMPILE_CACHE: undefined };
    return spawnSync(process.execPath, [path.join(folder, 'program.mjs')], { env, encoding: 'utf8' }).stderr;
  }
  const isUsed = (said: string): boolean => said.includes('analyser.cjs was accepted');

  it('is used by the next start, and by no other user', async () => {
    assert.ok(!isUsed(run()));
    if (process.platform !== 'win32') assert.equal((await stat(compiled)).mode & 0o777, 0o700);
    assert.ok(isUsed(run()));
  });

  it('is not taken from a folder that others may write to', async function () {
    if (process.platform === 'win32') this.skip();
    run();
    await chmod(compiled, 0o777);
    assert.ok(!isUsed(run()));
  });

  it('is begun anew once the folder is large', async () => {
    const old = path.join(compiled, 'an older version');
    await mkdir(old, { recursive: true, mode: 0o700 });
    await chmod(compiled, 0o700);
    await writeFile(path.join(old, 'code'), '');
    await truncate(path.join(old, 'code'), 65 << 20);
    run();
    assert.ok(!(await readdir(compiled)).includes('an older version'));
    assert.ok(isUsed(run()));
  });
});
