/**
 * Runs the unit tests, three processes at a time, since each waits for what it starts: each tests files of one kind that
 * are neighbours, so that they share what they load. Those that start programs are not too many in a process, so that it
 * stays small: to start a program takes the longer the more memory a process has.
 * The arguments are Mocha's; file names among them stand for all tests.
 */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheFolder, root } from '../host/cache.ts';
import type { Counts } from '../host/countingReporter.ts';
import { endOnSignal, runParts, type Part } from '../host/parts.ts';
import { shareTestServer } from '../host/postgres/database.ts';
import { sharePrograms } from '../host/programs/programs.ts';

const isFile = (argument: string): boolean => argument.endsWith('.test.ts');
const [named, options] = [process.argv.slice(2).filter(isFile), process.argv.slice(2).filter(each => !isFile(each))];
const startingPrograms =
  /host\/git\/(?:repository|git)\.ts|withChange|layouts\.ts|child_process|(?<!engine)[pP]rocess\.ts|hostileRepository/;

/** Kinds of files, by what is in them, and how many of a kind share a process. A file is of the first that fits. */
const kinds: readonly { readonly has: RegExp; readonly together: number; readonly loadsAnalysers?: boolean }[] = [
  // They share the process of the analysers, which takes seconds to load and to become quick.
  { has: /engineInProcess|startAnalysers|serving\.ts|runCommand\.ts/, together: 18, loadsAnalysers: true },
  // They load the analysers themselves.
  { has: /reviewers\/analysers\.ts|(?:eslint|ruff|typescript)Reviewer\.ts/, together: 16, loadsAnalysers: true },
  // They have all bundles built.
  { has: /builtBundles\.ts/, together: 15 },
  // They start programs, and so have no neighbours that take much memory, unless only some files are tested.
  ...(named.length === 0 ? [{ has: startingPrograms, together: 12 }] : []),
  { has: /(?:)/, together: 50 },
];
const folder = await mkdtemp(path.join(tmpdir(), 'code-review-slices-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const write = (output: string | Buffer): unknown => process.stdout.write(output);
// What takes long comes first, so that all processes end together.
const all = ['service/**/', 'git/**/', '!(service|git)/**/', ''].map(folder => `test/unit/${folder}*.test.ts`);
const files = named.length > 0 ? named : all.flatMap(pattern => globSync(pattern, { cwd: root }).sort());

const byKind = Map.groupBy(files, file => {
  const text = readFileSync(path.join(root, file), 'utf8');
  return kinds.findIndex(({ has }) => has.test(text));
});
// As in the engine's process: to optimize Ruff takes seconds, and no test wins them back.
const unoptimized = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
const compiling: Part = { name: 'what the analysers load', args: [...unoptimized, 'test/host/keepCompiled.ts'] };
const slices: (Part & { readonly results: string })[] = [];
for (const [kind, { together, loadsAnalysers = false }] of kinds.entries()) {
  const ofKind = byKind.get(kind) ?? [];
  for (let start = 0; start < ofKind.length; start += together) {
    const slice = ofKind.slice(start, start + together);
    const results = path.join(folder, `${slices.length}.json`);
    const mocha = [
      ...(loadsAnalysers ? unoptimized : []),
      'node_modules/mocha/bin/mocha.js',
      '--config',
      '.config/mocharc.json',
    ];
    const args = [...mocha, '--reporter-option', `results=${results}`, ...options, ...slice];
    const name = [...new Set([slice[0], slice.at(-1)])].join(' to ');
    slices.push({ name, args, results, ...(loadsAnalysers && { after: compiling.name }) });
  }
}

endOnSignal();
// What Node compiles, and strips of its types, is kept for the processes below and the next run.
process.env['NODE_COMPILE_CACHE'] ??= path.join(cacheFolder, 'compiled');
// To start a program copies the list of this process's pages: on Linux, glibc then takes fewer and larger ones.
process.env['GLIBC_TUNABLES'] ??= 'glibc.malloc.hugetlb=1';
// Where no Postgres can be started, the tests that need one say so.
if (slices.length > 1) await Promise.all([shareTestServer().catch(() => undefined), sharePrograms()]);
let isGood = await runParts(slices.length > 1 ? [compiling, ...slices] : slices, 3, write);
const counts = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
for (const { name, results } of slices) {
  if (existsSync(results)) {
    const slice = JSON.parse(await readFile(results, 'utf8')) as Counts;
    for (const each of ['passed', 'failed', 'skipped'] as const) counts[each] += slice[each];
    counts.failures.push(...slice.failures);
  } else {
    counts.failures.push(`${name}: ended before its last test`);
    console.log(counts.failures.at(-1));
    isGood = false;
  }
}
await mkdir(path.join(cacheFolder, 'results'), { recursive: true });
await writeFile(path.join(cacheFolder, 'results/unit.json'), JSON.stringify(counts));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = isGood ? 0 : 1;
