import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { needs } from '../../host/needs.ts';
import { runParts, type Part } from '../../host/parts.ts';

const part = (name: string, code: string, after?: string): Part => ({
  name,
  args: ['--eval', code],
  ...(after !== undefined && { after }),
});

describe('checks and tests that run side by side', () => {
  async function run(...parts: readonly Part[]): Promise<{ readonly isGood: boolean; readonly output: string }> {
    let output = '';
    const isGood = await runParts(parts, 2, piece => (output += piece.toString()));
    return { isGood, output };
  }

  it('print each part as a whole, in order, and what each took', async () => {
    const slow =
      'console.log("1a"); require("node:child_process").execFileSync(process.execPath, ["--eval", "0"]); console.log("1b")';
    const { isGood, output } = await run(part('one', slow), part('two', 'console.log("2")'));
    assert.equal(isGood, true);
    assert.match(output, /^1a\n1b\n── one: \d+ s\n\n2\n── two: \d+ s\n\none: \d+ s\ntwo: \d+ s\nall: \d+ s\n$/);
  });

  it('give way to the others where they should', async () => {
    const asked = 'console.log(`priority ${require("node:os").getPriority()}`)';
    const { output } = await run(part('window', asked), { ...part('units', asked), givesWay: true });
    const [window = 0, units = 0] = [...output.matchAll(/^priority (-?\d+)$/gm)].map(([, priority]) =>
      Number(priority),
    );
    // The lower the number, the sooner it has its turn.
    assert.ok(window < units, output);
  });

  it('all start that waited for one, as soon as it has ended', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-parts-'));
    /** Ends once the other one runs as well. */
    const meets = (name: string, other: string): Part => {
      const [own, wanted] = [name, other].map(each => JSON.stringify(path.join(folder, each)));
      const look = `setInterval(() => { if (fs.existsSync(${wanted})) process.exit(0); }, 20)`;
      // Were they to run one after the other, none would end.
      const giveUp = 'setTimeout(() => process.exit(1), 20_000)';
      return part(name, `const fs = require("node:fs"); fs.writeFileSync(${own}, ""); ${look}; ${giveUp}`, 'build');
    };
    const { isGood } = await run(part('build', '0'), meets('windows', 'units'), meets('units', 'windows'));
    assert.ok(isGood);
  });

  it('fail with one of them, run the others all the same, and leave out what cannot run', async () => {
    const { isGood, output } = await run(
      part('build', 'process.exit(1)'),
      part('windows', 'console.log("never")', 'build'),
      part('more windows', 'console.log("never")', 'windows'),
      part('units', 'console.log("all good")'),
    );
    assert.equal(isGood, false);
    assert.match(output, /^── build: \d+ s, failed$/m);
    assert.match(output, /^── windows: left out, since build failed$/m);
    assert.match(output, /^── more windows: left out, since windows failed$/m);
    assert.match(output, /^all good\n── units: \d+ s$/m);
    assert.doesNotMatch(output, /never/);
  });

  it('leave no temporary files where they are interrupted', async function () {
    needs(this, 'POSIX signals');
    const setup = pathToFileURL(path.resolve(import.meta.dirname, '../../host/keys/keyWatchUnit.ts')).href;
    const code = `await import('${setup}'); process.stdout.write(process.env.TMPDIR); setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
    const [folder] = (await once(child.stdout, 'data')) as [Buffer];
    assert.ok(existsSync(folder.toString()));
    child.kill('SIGTERM');
    await once(child, 'close');
    assert.equal(existsSync(folder.toString()), false);
  });
});
