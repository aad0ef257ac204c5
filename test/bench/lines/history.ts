import { execFileSync } from 'node:child_process';
import { hermeticGit } from '../../host/git/git.ts';

/** A file in two commits of a repository's history. */
export interface FilePair {
  readonly before: string;
  readonly after: string;
  readonly path: string;
}

/** A commit and the one that it was made on. */
export interface Step {
  readonly commit: string;
  readonly parent: string;
}

const gaps = [1, 3, 10, 30, 100];
const textFile = /\.(?:[cm]?[jt]sx?|go|md|json|ya?ml|py|rb|java|cs|cpp|c|h|rs|css|scss|less|html|sh|vue|txt)$/;

/** The history of a repository, as git tells it. */
export class History {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Modified text files, each from a random pair of commits that are 1 to 100 commits apart on the first-parent line. */
  pairs(count: number, random: (below: number) => number): FilePair[] {
    const commits = this.#git('rev-list', '--first-parent', 'HEAD').trimEnd().split('\n');
    const found: FilePair[] = [];
    for (let tries = 0; found.length < count && tries < count * 20; tries++) {
      const gap = gaps[tries % gaps.length] ?? 1;
      const at = random(commits.length);
      const after = commits[at];
      const before = commits[at + gap];
      if (before === undefined || after === undefined) continue;
      const files = this.#git('diff', '--name-only', '--no-renames', '--diff-filter=M', '-z', before, after)
        .split('\0')
        .filter(path => textFile.test(path));
      const path = files[random(files.length || 1)];
      if (path !== undefined) found.push({ before, after, path });
    }
    return found;
  }

  /** The newest commits that touch files with one of the endings and are no merges, after the first `skip` of them. */
  commits(count: number, skip: number, endings: readonly string[]): Step[] {
    const range = ['--min-parents=1', '--max-parents=1', `--skip=${skip}`, `--max-count=${count}`, 'HEAD'];
    const lines = this.#git('rev-list', '--parents', ...range, '--', ...endings.map(ending => `*.${ending}`));
    return [...lines.matchAll(/^(\w+) (\w+)$/gm)].map(([, commit = '', parent = '']) => ({ commit, parent }));
  }

  text(commit: string, path: string): string {
    return this.#git('cat-file', 'blob', `${commit}:${path}`);
  }

  /** By line of the file before: its line after as `git blame --reverse` follows it commit by commit; -1 where it is gone. */
  blame({ before, after, path }: FilePair, lines: number, ...options: string[]): Int32Array {
    const range = `${before}..${after}`;
    const output = this.#git('blame', '--reverse', '--first-parent', '--incremental', ...options, range, '--', path);
    const map = new Int32Array(lines).fill(-1);
    for (const [, commit, last = '', first = '', count = ''] of output.matchAll(
      /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/gm,
    )) {
      if (commit !== after) continue;
      for (let i = 0; i < Number(count); i++) map[Number(first) - 1 + i] = Number(last) - 1 + i;
    }
    return map;
  }

  /** The same as the hunks of one `git diff -U0` tell it. */
  diff({ before, after, path }: FilePair, lines: number, ...options: string[]): Int32Array {
    const output = this.#git('diff', '-U0', '--no-color', '--no-ext-diff', ...options, before, after, '--', path);
    const map = new Int32Array(lines);
    let shift = 0;
    let at = 0;
    for (const [, start = '', removed = '1', , added = '1'] of output.matchAll(
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
    )) {
      const first = Number(removed) === 0 ? Number(start) : Number(start) - 1;
      for (; at < first; at++) map[at] = at + shift;
      for (; at < first + Number(removed); at++) map[at] = -1;
      shift += Number(added) - Number(removed);
    }
    for (; at < lines; at++) map[at] = at + shift;
    return map;
  }

  #git(...args: string[]): string {
    const options = { cwd: this.#folder, env: { ...process.env, ...hermeticGit }, maxBuffer: 1 << 28 };
    return execFileSync('git', args, options).toString('utf8');
  }
}
