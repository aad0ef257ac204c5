import type { Git } from '../run/git.ts';

/** The effective git configuration of a repository: system, global, local and worktree values with includes. */
export class GitConfig {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  /** The last value of a key. Section and key name are in lower case, subsections are case-sensitive. */
  get(key: string): string | undefined {
    return this.#values.get(key)?.at(-1);
  }

  /** All values of a multi-valued key. */
  all(key: string): readonly string[] {
    return this.#values.get(key) ?? [];
  }

  /** Names of the remotes that have a URL. */
  get remotes(): string[] {
    return [...this.#values.keys()].flatMap(key => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []);
  }

  /** A URL after `insteadOf`, which replaces the longest beginning that a setting names; of equal ones the first counts. */
  rewritten(url: string): string {
    let [longest, result] = [-1, url];
    for (const [key, beginnings] of this.#values) {
      const [, base] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
      if (base === undefined) continue;
      for (const beginning of beginnings) {
        if (!url.startsWith(beginning) || beginning.length <= longest) continue;
        longest = beginning.length;
        result = base + url.slice(longest);
      }
    }
    return result;
  }
}

/** Reads the configuration in one run of git. */
export async function readConfig(git: Git, root: string, signal: AbortSignal): Promise<GitConfig> {
  const listed = await git.run(root, ['config', '-z', '--list'], { signal, maxBytes: 8 << 20 });
  const values = new Map<string, string[]>();
  for (const entry of listed.split('\0')) {
    // A key without a value has no line break and means true.
    const end = entry.indexOf('\n');
    const key = end < 0 ? entry : entry.slice(0, end);
    if (key === '') continue;
    const value = end < 0 ? 'true' : entry.slice(end + 1);
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return new GitConfig(values);
}
