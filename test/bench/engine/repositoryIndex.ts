/**
 * `node test/bench/engine/repositoryIndex.ts`: what the checks across files take in a repository of 5,000 files: the first
 * review, which extracts the facts of all of them, and later ones. Times are of the processor, with all other reviewers.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { engineProcesses, type Engine } from '../../../src/service/jobs/engineProcess.ts';
import { TestRepository, type Files } from '../../host/git/repository.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';

const count = 5_000;
const later = 7;
let peaks = '';
const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
try {
  const small = await measured(100);
  const large = await measured(count);
  const what = `${count.toLocaleString('en')} files`;
  const [first, again] = [large.first - small.first, large.later - small.later];
  row(`First review of ${what}, beside one of 100`, `${first} ms more`, 'under 10 s more', first < 10_000);
  row(`Later reviews of ${what}, beside those of 100`, `${again} ms more`, 'under 500 ms more', again < 500);
  row(
    `Memory of reviews of ${what}, beside those of 100`,
    `${large.megabytes} MB, 100 files ${small.megabytes} MB`,
    'within 200 MB of it',
    large.megabytes - small.megabytes <= 200,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Measured {
  /** Milliseconds of the processor. */
  readonly first: number;
  readonly later: number;
  /** Of the larger of the engine's processes. */
  readonly megabytes: number;
}

async function measured(files: number): Promise<Measured> {
  const repository = await TestRepository.create(generated(files));
  peaks = await mkdtemp(path.join(folder, 'peaks-'));
  process.env['BENCH_PEAKS'] = peaks;
  const indexFolder = await mkdtemp(path.join(folder, 'index-'));
  const program = path.join(import.meta.dirname, 'measuredEngine.ts');
  const engine = engineProcesses(program)({
    gitExecutable: 'git',
    indexFolder,
    onError: error => console.error(error),
  });
  try {
    await repository.branch('change');
    await repository.commit({ [pathOf(0)]: 'export const gone = 1;\n' });
    await review(engine, repository);
    let before = await taken();
    const { milliseconds: first, megabytes } = before;
    const times: number[] = [];
    for (let run = 0; run < later; run++) {
      await repository.commit({ [pathOf(run + 1)]: `${textOf(run + 1, files)}export const run = ${run};\n` });
      await review(engine, repository);
      const now = await taken();
      times.push(now.milliseconds - before.milliseconds);
      before = now;
    }
    return { first, later: median(times), megabytes: Math.max(megabytes, before.megabytes) };
  } finally {
    engine.dispose();
    await repository.dispose();
  }
}

async function review(engine: Engine, repository: TestRepository): Promise<void> {
  const [base = '', head = ''] = (await repository.git('rev-parse', 'main', 'change')).split('\n');
  const result = await engine.review({ root: repository.folder, base, head });
  if (result.status === 'failed') throw new Error(result.reason);
  if (!result.comments.some(({ rule_id }) => rule_id === 'cross-file/removed-export'))
    throw new Error(`Nothing was found: ${JSON.stringify(result.reports)}`);
}

interface Taken {
  /** Of all processes. */
  readonly milliseconds: number;
  /** Of the larger process. */
  readonly megabytes: number;
}

/** What the engine's processes have taken so far. */
async function taken(): Promise<Taken> {
  const names = (await readdir(peaks)).map(name => path.join(peaks, name));
  const figures = await Promise.all(names.map(async name => (await readFile(name, 'utf8')).split(' ').map(Number)));
  return {
    milliseconds: figures.reduce((sum, [, time = 0]) => sum + time, 0),
    megabytes: Math.round(Math.max(...figures.map(([held = 0]) => held)) / 1_024),
  };
}

function generated(files: number): Files {
  return Object.fromEntries(Array.from({ length: files }, (_, each) => [pathOf(each), textOf(each, files)]));
}

function pathOf(file: number): string {
  return `src/part${Math.floor(file / 50)}/file${file}.ts`;
}

/** Some 6 KB that import from five other files. */
function textOf(file: number, files: number): string {
  const imports = [1, 7, 50, 333, 1_234].map(step => {
    const other = (file + step) % files;
    return `import { first${other} } from '../part${Math.floor(other / 50)}/file${other}';\n`;
  });
  const functions = Array.from({ length: 25 }, (_, each) => {
    const name = each === 0 ? `first${file}` : `work${each}Of${file}`;
    return `/** What ${name} is for. */\nexport function ${name}(input: readonly number[], factor = ${each}): number {\n  const kept = input.filter(value => value > factor);\n  if (kept.length === 0) return factor;\n  return kept.map(value => value * factor).reduce((sum, value) => sum + value, 0);\n}\n`;
  });
  return [...imports, ...functions].join('');
}
