import { tmpdir } from 'node:os';
import type { Transport } from '../../../api/transport/transport.ts';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { makeTemporaryFolder } from '../../../files/temporaryFolder.ts';
import { RemoteRefs } from '../../../git/pullRequest/remoteRefs.ts';
import type { Git } from '../../../git/run/git.ts';
import { remoteName, withRemote } from './remote.ts';
import { remoteFailure } from './remoteFailure.ts';
import { gitAuthorization } from './authorization.ts';
import { CheckSteps, type CheckResult } from './checkSteps.ts';
import type { CloneAddress, Credential } from './cloneAddress.ts';
import { HostRest } from './hostRest.ts';
import { probe, type Probe } from './probe.ts';
import type { RepositoryFacts } from './providerFields.ts';
import { readingFailure } from './readingFailure.ts';

interface Parts {
  readonly git: Git;
  readonly transport: Transport;
}

/** Checks step by step whether a repository can be reviewed. @throws CodeReviewError of kind `cancelled` only */
export async function checkRepository(
  parts: Parts,
  address: CloneAddress,
  credential: Credential | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  return new Check(parts, address, credential, signal).run();
}

class Check {
  readonly #parts: Parts;
  readonly #address: CloneAddress;
  readonly #credential: Credential | undefined;
  readonly #signal: AbortSignal;
  readonly #steps = new CheckSteps();

  constructor(parts: Parts, address: CloneAddress, credential: Credential | undefined, signal: AbortSignal) {
    this.#parts = parts;
    this.#address = address;
    this.#credential = credential;
    this.#signal = signal;
  }

  async run(): Promise<CheckResult> {
    this.#steps.ok('address', this.#address.cloneUrl);
    let facts: (RepositoryFacts & { readonly fullName: string | undefined }) | undefined;
    let refs: RemoteRefs | undefined;
    try {
      const cloneUrl = await this.#reach();
      refs = await this.#read(cloneUrl);
      facts = await this.#askHost(refs);
    } catch (error) {
      if (!CodeReviewError.is(error) || error.kind === 'cancelled') throw error;
      this.#steps.fail(displayMessage(error));
    }
    const { steps, problem } = this.#steps.all();
    return {
      ...{ steps, problem },
      fullName: facts?.fullName,
      isPrivate: facts?.isPrivate ?? (await this.#isPrivate(problem === undefined)),
      defaultBranch: refs?.defaultBranch ?? facts?.defaultBranch,
      sizeBytes: facts?.sizeBytes,
    };
  }

  /** Finds the server and signs in. @returns the clone address that it leads to */
  async #reach(): Promise<string> {
    const { provider, cloneUrl, origin } = this.#address;
    const { host } = new URL(origin);
    const authorization = this.#credential && gitAuthorization(provider, this.#credential);
    let at = cloneUrl;
    let answer = await this.#probe(at, authorization);
    if (answer.movedTo !== undefined && new URL(answer.movedTo).origin === origin) {
      at = answer.movedTo;
      answer = await this.#probe(at, authorization);
    }
    this.#steps.ok('name');
    this.#steps.ok('connection', origin.startsWith('https:') ? '' : `${host} is on this machine.`);
    const { step, error } = readingFailure(answer, this.#address, this.#credential !== undefined) ?? {};
    if (step !== 'credential') this.#steps.ok('credential', this.#credential === undefined ? 'None is needed.' : '');
    if (error !== undefined) throw error;
    return at;
  }

  async #probe(cloneUrl: string, authorization: string | undefined): Promise<Probe> {
    try {
      return await probe(this.#parts.transport, cloneUrl, authorization, this.#signal);
    } catch (error) {
      if (CodeReviewError.is(error) && error.kind !== 'cancelled' && error.details.phase !== 'name')
        this.#steps.ok('name');
      throw error;
    }
  }

  /** Lists the refs as a worker does. */
  async #read(cloneUrl: string): Promise<RemoteRefs> {
    const { git } = this.#parts;
    const { provider } = this.#address;
    const authorization = this.#credential && gitAuthorization(provider, this.#credential);
    const folder = await makeTemporaryFolder(tmpdir(), 'code-review-check-');
    try {
      await git.run(folder.path, ['init', '--quiet', '--template='], { signal: this.#signal });
      const remote = withRemote(git, { cloneUrl, authorization });
      const refs = await RemoteRefs.list(remote, folder.path, remoteName, this.#signal);
      const branch = refs.defaultBranch;
      this.#steps.ok('repository', branch === undefined ? 'It has no branch yet.' : `Its default branch is ${branch}.`);
      return refs;
    } catch (error) {
      throw remoteFailure(error, this.#address, this.#credential) ?? error;
    } finally {
      await folder.remove();
    }
  }

  async #askHost(refs: RemoteRefs): Promise<(RepositoryFacts & { readonly fullName: string | undefined }) | undefined> {
    const { provider, origin } = this.#address;
    const { host } = new URL(origin);
    const { transport } = this.#parts;
    // Bitbucket Cloud is the only host without refs of pull requests: it tells of their branches by REST alone.
    const isRestNeeded = provider === 'bitbucket';
    if (refs.hasPullRequests) this.#steps.ok('pull requests');
    else
      this.#steps.skip('pull requests', isRestNeeded ? `${host} tells of them by REST only.` : 'There are none yet.');
    const rest = HostRest.of({ transport, credential: this.#credential }, this.#address);
    if (rest === undefined) {
      this.#steps.skip('REST', `No REST interface of ${host} is known: reviews compare with the default branch.`);
      return undefined;
    }
    const facts = await rest.facts(this.#signal);
    if (facts !== undefined) {
      this.#steps.ok('REST');
      return facts;
    }
    const why = `The REST interface of ${host} ${rest.status === undefined ? 'does not answer' : `answers ${rest.status}`}`;
    const advice = 'Give the credential the right to read pull requests.';
    if (isRestNeeded) throw new CodeReviewError('auth', `${why}.`, advice);
    this.#steps.skip('REST', `${why}, so titles, drafts and base branches are not known. ${advice}`);
    return undefined;
  }

  /** Whether nobody else can read it; undefined where that is not known. */
  async #isPrivate(isRead: boolean): Promise<boolean | undefined> {
    if (!isRead) return undefined;
    if (this.#credential === undefined) return false;
    const { transport } = this.#parts;
    const isPublic = await probe(transport, this.#address.cloneUrl, undefined, this.#signal).then(
      ({ isGit }) => isGit,
      () => undefined,
    );
    return isPublic === undefined ? undefined : !isPublic;
  }
}
