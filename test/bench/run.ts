/**
 * `npm run bench [-- --repo PATH]`: what this project promises, measured in one run. Every figure stands beside what it
 * is compared with, and a promise that is not kept ends it with an error. Lines are followed through the history of
 * PATH, or of this checkout, and its newest commits are reviewed.
 *
 * `npm run bench -- --repo PATH --commits N [--skip N] [--json FILE]`: only such reviews, of so many commits of a
 * repository that may be bare.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureActivation } from './editor/activation.ts';
import { measureFindings } from './editor/findings.ts';
import { median } from './median.ts';
import { measureReview } from './engine/review.ts';
import { row } from './row.ts';
import { measureSizes } from './sizes.ts';

const runs = 7;
const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    commits: { type: 'string' },
    skip: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
});

if (values.commits === undefined) {
  await measureExtension();
  for (const script of [
    'editor/typing.ts',
    'editor/sideBySide.ts',
    'resolver.ts',
    'requests/ledger.ts',
    'requests/polling.ts',
    'requests/store.ts',
    'mcp.ts',
    'requests/socket.ts',
    'engine/repositoryIndex.ts',
    'commandLine.ts',
  ])
    await start(script);
  for (const script of ['lines/lineMap.ts', 'engine/commits.ts']) await start(script, '--repo', values.repo);
} else {
  const json = values.json === undefined ? [] : ['--json', values.json];
  await start('engine/commits.ts', '--repo', values.repo, '--commits', values.commits, '--skip', values.skip, ...json);
}

/** Its promises are promises of this run. */
async function start(script: string, ...args: readonly string[]): Promise<void> {
  console.log(`\n${script}`);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

async function measureExtension(): Promise<void> {
  const { extension, vsix } = await measureSizes();
  row('Code loaded at activation', `${(extension / 1_000).toFixed(0)} KB`, 'at most 12 KB', extension <= 12_000);
  row('Package', `${(vsix / 1_000_000).toFixed(1)} MB`, 'at most 8 MB', vsix <= 8_000_000);

  const activations = await measureActivation(runs);
  const own = median(activations.map(({ own: each }) => each));
  const empty = median(activations.map(({ empty: each }) => each));
  row(
    'Activation, beside an empty extension in the same host',
    `${own.toFixed(1)} ms, empty ${empty.toFixed(1)} ms`,
    'within 10 ms of it',
    own - empty <= 10,
  );

  const reviews = await measureReview(runs);
  const seen = median(reviews.map(({ command }) => command));
  const engine = median(reviews.map(({ engine: each }) => each));
  row(
    'From the command to the problems, beside the engine alone',
    `${seen.toFixed(0)} ms, engine ${engine.toFixed(0)} ms`,
    'within 1 s of it',
    seen - engine <= 1_000,
  );

  for (const [findings, files] of [
    [1_000, 200],
    [10_000, 1_000],
  ] as const) {
    const shown = await measureFindings(findings, files, 3);
    const ownShown = median(shown.map(each => each.own));
    const bare = median(shown.map(each => each.bare));
    const block = median(shown.map(({ longestBlock }) => longestBlock));
    const work = median(shown.map(({ longestWork }) => longestWork));
    const what = `${findings.toLocaleString('en')} findings in ${files.toLocaleString('en')} files, beside the same set by hand`;
    // By what was worked between two turns: the rest of a block is a wait for a processor that others use, which on an
    // idle machine is none.
    const kept = findings > 1_000 ? work <= 50 : ownShown <= 2 * bare;
    row(
      what,
      `${ownShown} ms, by hand ${bare} ms, block ${block} ms (${work} ms of work, load ${load()})`,
      findings > 1_000 ? 'no block over 50 ms' : 'within 2 times it',
      kept,
    );
  }
}

/** Load average of the last minute: what waits for a processor makes every other figure larger. */
function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
