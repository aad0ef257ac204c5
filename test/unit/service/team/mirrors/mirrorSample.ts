import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from '../../../../../src/core/base/once.ts';
import { createTransport } from '../../../../../src/api/transport/undiciTransport.ts';
import { Git } from '../../../../../src/git/run/git.ts';
import type { Credential } from '../../../../../src/service/team/hosts/cloneAddress.ts';
import type { MirrorBounds } from '../../../../../src/service/team/mirrors/makeRoom.ts';
import {
  openMirrors,
  type ConnectedRepository,
  type Mirrors,
} from '../../../../../src/service/team/mirrors/mirrors.ts';
import { git } from '../../../../host/git/git.ts';
import { GitServer } from '../../../../host/git/gitServer.ts';
import { TestRepository } from '../../../../host/git/repository.ts';

export const fullName = 'acme/orders';
const { signal } = new AbortController();

/** Made once a process: to copy it is much quicker than to run git. */
const template = once(async () => {
  const source = await TestRepository.create({
    'src/refund.ts': 'export const refund = 1;\n',
    'src/untouched.ts': 'export const untouched = 1;\n',
    'picture.bin': Buffer.alloc(5_000, 7),
  });
  await source.commit({ 'src/old.ts': 'export const old = 1;\n' });
  await source.branch('work-7');
  await source.commit({ 'src/refund.ts': 'export const refund = 2;\n', 'src/old.ts': undefined });
  await source.git('checkout', '--quiet', 'main');
  const server = await GitServer.start();
  await server.add(fullName, source);
  const bare = path.join(source.folder, '.git/served');
  await cp(server.folder(fullName), bare, { recursive: true });
  await server.stop();
  await git(bare, ['update-ref', 'refs/pull/7/head', 'refs/heads/work-7']);
  await git(bare, ['update-ref', '-d', 'refs/heads/work-7']);
  return { source, bare };
});

/** A git server with `acme/orders`, whose pull request 7 changes `src/refund.ts`, and the mirrors of a worker. */
export class MirrorSample {
  readonly server: GitServer;
  readonly source: TestRepository;
  /** Absolute path of the mirrors' folder. */
  readonly folder: string;
  readonly log: string[] = [];
  readonly errors: unknown[] = [];
  readonly #transport = createTransport({ userAgent: 'test' });
  readonly #opened: Mirrors[] = [];

  private constructor(server: GitServer, source: TestRepository, folder: string) {
    this.server = server;
    this.source = source;
    this.folder = folder;
  }

  static async start({ hasFilters = true } = {}): Promise<MirrorSample> {
    const { source: whole, bare } = await template();
    const source = await whole.copy();
    const server = await GitServer.start();
    await cp(bare, server.folder(fullName), { recursive: true });
    if (!hasFilters) await git(server.folder(fullName), ['config', 'uploadpack.allowFilter', 'false']);
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-mirrors-')));
    return new MirrorSample(server, source, folder);
  }

  /** Commits to a branch of the pull request and publishes it. @returns the head */
  async push(
    number: number,
    files: Readonly<Record<string, string | Buffer | undefined>>,
    { from = 'main', ref = `refs/pull/${number}/head` } = {},
  ): Promise<string> {
    await this.source.git('checkout', '--quiet', '-B', `work-${number}`, from);
    const head = await this.source.commit(files);
    await this.publish(`+HEAD:${ref}`);
    await this.source.git('checkout', '--quiet', 'main');
    return head;
  }

  /** Pushes to the server. */
  async publish(...refspecs: readonly string[]): Promise<void> {
    await this.source.git('push', '--quiet', this.server.folder(fullName), ...refspecs);
  }

  repository(changed: Partial<ConnectedRepository> = {}): ConnectedRepository {
    return {
      id: 'repo_0011223344556677',
      fullName,
      provider: 'git',
      cloneUrl: this.server.url(fullName),
      defaultBranch: 'main',
      credentialId: undefined,
      ...changed,
    };
  }

  /** The mirrors of one more worker. */
  open(
    options: { readonly bounds?: Partial<MirrorBounds>; readonly credential?: Credential; readonly git?: Git } = {},
  ): Mirrors {
    const mirrors = openMirrors({
      folder: path.join(this.folder, 'mirrors'),
      git: options.git ?? this.git(),
      transport: this.#transport,
      credential: () => Promise.resolve(options.credential),
      onError: error => void this.errors.push(error),
      bounds: { free: 0, ...options.bounds },
    });
    this.#opened.push(mirrors);
    return mirrors;
  }

  prepare(
    number = 7,
    changed: Partial<ConnectedRepository> = {},
    mirrors = this.open(),
  ): ReturnType<Mirrors['prepare']> {
    return mirrors.prepare(this.repository(changed), number, signal);
  }

  /** git as the product runs it. */
  git(): Git {
    return new Git({ executable: 'git', log: line => void this.log.push(line) });
  }

  async stop(): Promise<void> {
    for (const mirrors of this.#opened) await mirrors.close();
    await this.#transport.close();
    await this.server.stop();
    await this.source.dispose();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
