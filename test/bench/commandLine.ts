/** How quickly the packed command line starts, and how much is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../host/cache.ts';
import { TestRepository } from '../host/git/repository.ts';
import { median } from './median.ts';
import { row } from './row.ts';

const runs = 11;
const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-cli-'));
const program = path.join(folder, 'bin/code-review.js');
const repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
try {
  await once(spawn(process.execPath, ['.config/packageCli.ts', folder], { cwd: root, stdio: 'inherit' }), 'close');
  await repository.branch('change');
  await repository.commit({ 'b.ts': 'export const isOdd = (b: string) => b !== b;\n' });

  const bytes = await sizeOf(folder);
  row('Package of the command line', `${(bytes / 1e6).toFixed(1)} MB`, 'under 12 MB', bytes < 12_000_000);
  const empty = await measured(['--eval', 'console.log()']);
  const help = await measured([program, '--help']);
  row('Help, beside an empty Node', `${help.toFixed(0)} ms, empty ${empty.toFixed(0)} ms`, 'under 80 ms', help < 80);
  const event = await measured([program, 'review', '--format', 'ndjson']);
  row('First event of a review', `${event.toFixed(0)} ms`, 'under 300 ms', event < 300);
} finally {
  await repository.dispose();
  await rm(folder, { recursive: true, force: true });
}

/** Median of the milliseconds until Node has printed something. */
async function measured(args: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    const child = spawn(process.execPath, args, { cwd: repository.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    times.push(performance.now() - began);
    child.stdout.resume();
    await once(child, 'close');
  }
  return median(times);
}

async function sizeOf(top: string): Promise<number> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => stat(path.join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}
