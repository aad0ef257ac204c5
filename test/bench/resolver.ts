/**
 * `node test/bench/resolver.ts [--refs 100000]`: what finding a pull request costs beside git's own time: the listing
 * of a remote with so many pull requests, and everything that is asked on this machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Git } from '../../src/git/run/git.ts';
import { readConfig } from '../../src/git/repository/config.ts';
import { identifyRepository } from '../../src/git/repository/identifyRepository.ts';
import { RemoteRefs } from '../../src/git/pullRequest/remoteRefs.ts';
import { defaultSources, resolvePullRequest } from '../../src/git/pullRequest/resolvePullRequest.ts';
import { openWorkingCopy } from '../../src/git/repository/workingCopy.ts';
import { git, hermeticGit } from '../host/git/git.ts';
import { median } from './median.ts';

const { values } = parseArgs({ options: { refs: { type: 'string', default: '100000' } } });
const count = Number(values.refs);
const runs = 9;
const signal = new AbortController().signal;
Object.assign(process.env, hermeticGit);

/** Runs git to its end. */
async function run(folder: string, args: readonly string[], input = ''): Promise<void> {
  const child = spawn('git', args, { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}`);
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** A bare repository with a commit and a ref for each of so many pull requests. */
async function makeRemote(folder: string): Promise<string> {
  await run(folder, ['init', '--quiet', '--bare', '--initial-branch=main', 'remote.git']);
  const remote = path.join(folder, 'remote.git');
  const person = 'committer Robin Sample <robin@acme.example> 1770000000 +0000\n';
  const commit = (ref: string, text: string): string => `commit ${ref}\n${person}data ${text.length}\n${text}\n`;
  const commits = Array.from({ length: count }, (_, index) =>
    commit('refs/heads/feature', `pull request ${index + 1}`),
  );
  await run(remote, ['fast-import', '--quiet'], [commit('refs/heads/main', 'main'), ...commits].join(''));
  const hashes = (await git(remote, ['rev-list', '--reverse', 'feature'])).split('\n');
  const lines = hashes.flatMap((hash, index) => [
    `${hash} refs/pull/${index + 1}/head\n`,
    ...(index % 33 === 0 ? [`${hash} refs/pull/${index + 1}/merge\n`] : []),
  ]);
  await appendFile(path.join(remote, 'packed-refs'), lines.join(''));
  return remote;
}

async function localMilliseconds(product: Git, folder: string): Promise<number> {
  const copy = await openWorkingCopy(product, folder, signal);
  const config = await readConfig(product, copy.root, signal);
  const identity = await identifyRepository(product, copy, { hosts: {}, config }, signal);
  const sources = defaultSources({ remembered: () => undefined }).filter(({ isLocal }) => isLocal);
  const once = (): Promise<number> =>
    timed(() => resolvePullRequest({ git: product, copy, config, identity, sources, hosts: {}, signal }));
  const times: number[] = [];
  for (let turn = 0; turn < runs; turn++) times.push(await once());
  return median(times);
}

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-bench-')));
try {
  const remote = await makeRemote(folder);
  await run(folder, ['clone', '--quiet', '--branch=feature', '--single-branch', remote, 'clone']);
  const clone = path.join(folder, 'clone');
  const product = new Git({ executable: 'git', log: () => undefined });
  const own: number[] = [];
  const plain: number[] = [];
  const before = process.resourceUsage().maxRSS;
  for (let turn = 0; turn < runs; turn++) {
    plain.push(await timed(() => run(clone, ['ls-remote', '--symref', '--', 'origin'])));
    own.push(await timed(() => RemoteRefs.list(product, clone, 'origin', signal)));
  }
  const grown = (process.resourceUsage().maxRSS - before) / 1_024;
  const [ownTime, gitTime] = [median(own), median(plain)];
  console.log(`listing ${count} pull requests: ${ownTime.toFixed(0)} ms, git ${gitTime.toFixed(0)} ms`);
  console.log(`  ${(ownTime / gitTime).toFixed(2)} times git's own time (at most 1.3)`);
  console.log(`  ${grown.toFixed(0)} MB more memory at its peak (at most 60)`);
  console.log(`on this machine: ${(await localMilliseconds(product, clone)).toFixed(0)} ms (at most 50)`);
  await git(clone, ['config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*']);
  const heads = (await readFile(path.join(remote, 'packed-refs'), 'utf8'))
    .split('\n')
    .filter(line => line.endsWith('/head'));
  const mirrored = heads.map(line => line.replace(/refs\/pull\/(\d+)\/head/, 'refs/remotes/origin/pr/$1'));
  await writeFile(path.join(clone, '.git/packed-refs'), `${mirrored.join('\n')}\n`);
  console.log(`  with all of them fetched: ${(await localMilliseconds(product, clone)).toFixed(0)} ms`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
