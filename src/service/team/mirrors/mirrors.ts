import { mkdir } from 'node:fs/promises';
import type { Transport } from '../../../api/transport/transport.ts';
import { cancelledError, CodeReviewError } from '../../../core/base/errors.ts';
import { withFileLock } from '../../../files/fileLock.ts';
import type { Git } from '../../../git/run/git.ts';
import { parseCloneAddress, type CloneAddress, type Credential } from '../hosts/cloneAddress.ts';
import { MirrorFolder } from './mirrorFolder.ts';
import { makeRoom, type MirrorBounds } from './makeRoom.ts';
import { TooLargeError } from './sizeWatch.ts';
import { updateMirror, type MirrorUpdate, type UpdatedMirror } from './updateMirror.ts';
import { remoteFailure } from '../hosts/remoteFailure.ts';
import { DamagedMirrorError } from './damagedMirror.ts';

/** A connected repository, as its row tells. */
export interface ConnectedRepository {
  readonly id: string;
  readonly fullName: string;
  readonly provider: string;
  readonly cloneUrl: string;
  readonly defaultBranch: string | undefined;
  readonly credentialId: string | undefined;
}

/** The commits of a pull request in a mirror. */
interface PreparedPullRequest {
  /** Absolute path, in which git finds a bare repository that has all that a review reads. */
  readonly root: string;
  /** Full hashes. */
  readonly base: string;
  readonly head: string;
  readonly title: string | undefined;
  readonly isDraft?: true;
  /** Must be called when the review has ended: until then the mirror is not removed. */
  release(): void;
}

/** The bare mirrors of the connected repositories on this machine. */
export interface Mirrors {
  /**
   * Brings the commits of a pull request into the repository's mirror.
   * @throws CodeReviewError; of kind `network`, `timeout`, `rateLimit` or `service` if a later try may do better
   */
  prepare(repository: ConnectedRepository, pr: number, signal: AbortSignal): Promise<PreparedPullRequest>;
  /** Stops what is being fetched. */
  close(): Promise<void>;
}

const defaultBounds: MirrorBounds = { mirror: 4 * 2 ** 30, total: 20 * 2 ** 30, free: 512 * 2 ** 20 };

interface Options {
  /** Folder of the mirrors; several workers of a machine may share it. */
  readonly folder: string;
  readonly git: Git;
  readonly transport: Transport;
  /** Decrypts the credential with this id for the origin that gets it. */
  readonly credential: (id: string, origin: string) => Promise<Credential | undefined>;
  readonly onError: (error: unknown) => void;
  readonly bounds?: Partial<MirrorBounds>;
}

/** Opens the mirrors in a folder. */
export function openMirrors(options: Options): Mirrors {
  return new FolderMirrors(options);
}

class FolderMirrors implements Mirrors {
  readonly #options: Options;
  readonly #bounds: MirrorBounds;
  readonly #closed = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #isSwept = false;

  constructor(options: Options) {
    this.#options = options;
    this.#bounds = { ...defaultBounds, ...options.bounds };
  }

  async prepare(repository: ConnectedRepository, pr: number, stop: AbortSignal): Promise<PreparedPullRequest> {
    const running = this.#prepare(repository, pr, AbortSignal.any([stop, this.#closed.signal]));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.allSettled(this.#running);
  }

  async #prepare(repository: ConnectedRepository, pr: number, signal: AbortSignal): Promise<PreparedPullRequest> {
    const { folder, git, transport } = this.#options;
    const address = parseCloneAddress(repository.cloneUrl, repository.provider);
    const credential = await this.#credentialOf(repository, address);
    const mirror = MirrorFolder.of(folder, repository.id, address.cloneUrl);
    const bytes = this.#bounds.mirror;
    const { defaultBranch } = repository;
    const update = { git, transport, mirror, address, credential, number: pr, defaultBranch, bytes };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!this.#isSwept) await MirrorFolder.sweep(folder);
      this.#isSwept = true;
      await makeRoom(folder, this.#bounds, mirror);
      return await withFileLock(mirror.root, () => this.#update(update, signal), signal);
    } catch (error) {
      if (signal.aborted) throw cancelledError(signal);
      // The system's own errors tell of a full disk, too.
      throw CodeReviewError.is(error) ? error : (remoteFailure(error, address, credential) ?? error);
    }
  }

  /** Updates a mirror. One that is damaged or has grown too large is made anew, once. */
  async #update(update: MirrorUpdate, signal: AbortSignal): Promise<PreparedPullRequest> {
    signal.throwIfAborted();
    const { mirror } = update;
    const release = await mirror.use();
    const wasThere = mirror.exists();
    const attempt = (): Promise<UpdatedMirror> =>
      updateMirror(update, signal).catch(async (error: unknown) => {
        const isLost = error instanceof DamagedMirrorError || error instanceof TooLargeError;
        if (isLost && (await mirror.uses()) === 1) await mirror.clear();
        throw error;
      });
    try {
      await mirror.repair();
      const prepared = await attempt().catch((error: unknown) => {
        if (!wasThere || mirror.exists() || signal.aborted) throw error;
        this.#options.onError(error);
        return attempt();
      });
      return { ...prepared, root: mirror.root, release };
    } catch (error) {
      await mirror.repair();
      release();
      throw error;
    }
  }

  async #credentialOf(
    { credentialId, fullName }: ConnectedRepository,
    { origin }: CloneAddress,
  ): Promise<Credential | undefined> {
    if (credentialId === undefined) return undefined;
    const credential = await this.#options.credential(credentialId, origin);
    if (credential !== undefined) return credential;
    throw new CodeReviewError('auth', `The credential of ${fullName} was removed.`, 'Set another one.');
  }
}
