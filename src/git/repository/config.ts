import type { Git } from '../run/git.ts';
import { entriesOf, readRemotePrograms, type RemotePrograms } from '../run/repositoryPrograms.ts';

/** The effective git configuration of a repository: system, global, local and worktree values with includes. */
export class GitConfig {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #listing: string;

  /** @param listing what `git config --show-scope --list -z` prints */
  constructor(listing: string) {
    const values = new Map<string, string[]>();
    for (const { key, value } of entriesOf(listing)) {
      const known = values.get(key);
      if (known === undefined) values.set(key, [value]);
      else known.push(value);
    }
    this.#values = values;
    this.#listing = listing;
  }

  /** The programs that it names, for a run of git that asks a remote right after it was read. */
  get programs(): RemotePrograms {
    return readRemotePrograms(this.#listing);
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
  return new GitConfig(await git.run(root, ['config', '--show-scope', '--list', '-z'], { signal, maxBytes: 8 << 20 }));
}
