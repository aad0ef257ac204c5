import { cpSync, existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from '../../../../src/core/base/once.ts';
import type { PullRequestCandidate } from '../../../../src/core/review/pullRequest.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { identifyRepository } from '../../../../src/git/repository/identifyRepository.ts';
import type { RememberedChoice } from '../../../../src/git/pullRequest/rememberedChoice.ts';
import type { HostSettings } from '../../../../src/git/repository/remoteUrl.ts';
import {
  defaultSources,
  resolvePullRequest,
  type PullRequestResolution,
} from '../../../../src/git/pullRequest/resolvePullRequest.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { git, hermeticGit } from '../../../host/git/git.ts';
import { by, person } from '../../../host/git/person.ts';
import { plainCommit, plainTips } from '../../../host/git/plainCommit.ts';

/** What git writes into the configuration of a new repository, before its remotes. */
const settings =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';
/** Lets the product's git see no configuration of the machine in the tests of a `describe`, which may change the environment. */
export function hermetic(): void {
  let before: NodeJS.ProcessEnv;
  beforeEach(() => {
    before = { ...process.env };
    Object.assign(process.env, hermeticGit);
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  });
}

// Made once a process: to copy it is much quicker than to run git.
const template = once(async () => {
  const layout = await Layout.create();
  process.once('exit', () => rmSync(layout.folder, { recursive: true, force: true }));
  return layout;
});

/** Gives each test of a `describe`, which is hermetic then, a fresh layout. */
export function eachWithLayout(begin: (layout: Layout) => void): void {
  hermetic();
  let layout: Layout;
  before(() => template());
  beforeEach(async () => begin((layout = await (await template()).copy())));
  afterEach(() => layout.dispose());
}

/** The product's git, with the lines of its log. */
export function productGit(executable = 'git'): Git & { readonly logged: string[] } {
  const logged: string[] = [];
  return Object.assign(new Git({ executable, log: line => logged.push(line) }), { logged });
}

/** A repository of a layout, driven by real git. */
export class Place {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async git(...args: string[]): Promise<string> {
    const [command, ...names] = args;
    const tips = command === 'rev-parse' ? plainTips(this.folder, names) : undefined;
    return tips ?? git(this.folder, args, { ...person, GIT_ALLOW_PROTOCOL: 'file' });
  }

  /** Commits a new content of `file`; resolves to the commit. */
  async commit(content: string, file = 'file.txt'): Promise<string> {
    await writeFile(path.join(this.folder, file), `${content}\n`);
    const made = plainCommit(this.folder, { ...by, message: content, settings });
    if (made !== undefined) return made;
    await this.git('add', '--all');
    await this.git('commit', '--quiet', `--message=${content}`);
    return this.git('rev-parse', 'HEAD');
  }
}

/** URLs of remotes by name, and which repository of a layout each is. */
export type Remotes = Readonly<Record<string, readonly [url: string, place: 'base' | 'fork']>>;

/**
 * Bare repositories that stand for providers, and clones of them. `acme/orders.git` has the default branch `main` and
 * the branch `feature` with pull request 7; pull request 9 comes from the fork `robin/orders.git`, branch `patch`. Both are
 * open and have the refs of GitHub, which has deleted the trial merge of pull request 1.
 */
export class Layout {
  readonly folder: string;
  readonly base: Place;
  readonly fork: Place;
  readonly #template: Layout;

  private constructor(folder: string, template?: Layout) {
    this.folder = folder;
    this.#template = template ?? this;
    this.base = new Place(path.join(folder, 'acme/orders.git'));
    this.fork = new Place(path.join(folder, 'robin/orders.git'));
  }

  static async create(options: { readonly objectFormat?: string } = {}): Promise<Layout> {
    const layout = new Layout(await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-layout-'))));
    const { folder, base, fork } = layout;
    const author = new Place(folder);
    const format = options.objectFormat ?? 'sha1';
    for (const place of [base, fork])
      await author.git('init', '--quiet', '--bare', '--initial-branch=main', `--object-format=${format}`, place.folder);
    const work = new Place(path.join(folder, 'author'));
    await author.git('init', '--quiet', '--initial-branch=main', `--object-format=${format}`, work.folder);
    await work.commit('one');
    await work.commit('two');
    await work.git('push', '--quiet', base.folder, 'main');
    await work.git('push', '--quiet', fork.folder, 'main');
    await work.git('checkout', '--quiet', '-b', 'feature');
    await work.commit('feature one', 'feature.txt');
    await work.commit('feature two', 'feature.txt');
    await work.git('push', '--quiet', base.folder, 'feature', 'feature:refs/pull/7/head');
    await work.git('checkout', '--quiet', '-b', 'patch', 'main');
    await work.commit('patch', 'patch.txt');
    await work.git('push', '--quiet', fork.folder, 'patch');
    await work.git('push', '--quiet', base.folder, 'patch:refs/pull/9/head', 'main~1:refs/pull/1/head');
    for (const number of [7, 9]) await layout.keepMergeRef(number);
    await work.git('checkout', '--quiet', 'main');
    // The fewer files, the quicker the copies.
    for (const place of [base, fork, work]) await place.git('repack', '-a', '-d', '--quiet');
    return layout;
  }

  /** A copy of this layout to change, made without git. */
  async copy(): Promise<Layout> {
    const layout = new Layout(await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-layout-'))), this);
    for (const name of ['acme', 'robin', 'author'])
      cpSync(path.join(this.folder, name), path.join(layout.folder, name), { recursive: true });
    return layout;
  }

  /** A clone of the base repository, or of another one, on the given branch. */
  async clone(branch = 'main', from: Place = this.base, name = 'clone'): Promise<Place> {
    await new Place(this.folder).git('clone', '--quiet', '--branch', branch, from.folder, name);
    return this.place(name);
  }

  /**
   * A clone of the base repository or the fork as they were at first, which git makes once. Its remotes, the first of
   * which is cloned, have the given URLs and are these repositories all the same.
   */
  async cloneAs(remotes: Remotes, branch = 'feature'): Promise<Place> {
    const from = Object.values(remotes)[0]?.[1] ?? 'base';
    const made = this.#template.place(`${branch} of ${from}`);
    if (!existsSync(made.folder)) await this.#template.clone(branch, this.#template[from], path.basename(made.folder));
    const clone = this.place('clone');
    cpSync(made.folder, clone.folder, { recursive: true });
    await this.setRemotes(clone, remotes);
    return clone;
  }

  /** Gives a clone remotes with these URLs. */
  async setRemotes(clone: Place, remotes: Remotes): Promise<void> {
    const file = path.join(clone.folder, '.git/config');
    const [before = ''] = (await readFile(file, 'utf8')).split('[url ');
    // A backslash would have to be doubled there.
    const folderOf = (place: 'base' | 'fork'): string => this[place].folder.replaceAll('\\', '/');
    const lines = Object.entries(remotes).map(
      ([name, [url, place]]) => `[url "${folderOf(place)}"]\ninsteadOf = ${url}\n[remote "${name}"]\nurl = ${url}\n`,
    );
    await writeFile(file, `${before.replaceAll(/^\s*url = .*\n/gm, '')}${lines.join('')}`);
  }

  place(name: string): Place {
    return new Place(path.join(this.folder, name));
  }

  /** Where merging pull request `number` would lead, which GitHub keeps for open ones only. */
  async keepMergeRef(number: number, place = this.base, folder = 'pull'): Promise<string> {
    const head = await place.git('rev-parse', `refs/${folder}/${number}/head`);
    const tree = await place.git('rev-parse', `${head}^{tree}`);
    const merge = await place.git('commit-tree', tree, '-p', 'HEAD', '-p', head, '-m', `Merge ${number}`);
    await place.git('update-ref', `refs/${folder}/${number}/merge`, merge);
    return merge;
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What the product finds for the repository that `folder` is in. */
export async function resolve(
  folder: string,
  options: { readonly remembered?: RememberedChoice; readonly git?: Git; readonly hosts?: HostSettings } = {},
): Promise<PullRequestResolution> {
  const signal = new AbortController().signal;
  const product = options.git ?? productGit();
  const copy = await openWorkingCopy(product, folder, signal);
  const { hosts = {} } = options;
  const config = await readConfig(product, copy.root, signal);
  const identity = await identifyRepository(product, copy, { hosts, config }, signal);
  const sources = defaultSources({ remembered: () => options.remembered });
  return resolvePullRequest({ git: product, copy, config, identity, sources, hosts, signal });
}

/** `found 7`, `ask 12 11` or `none`. */
export function outcome(resolution: PullRequestResolution): string {
  if (resolution.kind === 'found') return `found ${resolution.candidate.number}`;
  if (resolution.kind === 'none') return 'none';
  return ['ask', ...resolution.candidates.map(({ number }: PullRequestCandidate) => number)].join(' ');
}
