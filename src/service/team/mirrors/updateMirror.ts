import type { Transport } from '../../../api/transport/transport.ts';
import { cancelledError, CodeReviewError } from '../../../core/base/errors.ts';
import { RemoteRefs } from '../../../git/pullRequest/remoteRefs.ts';
import type { Git, GitReader } from '../../../git/run/git.ts';
import { gitAuthorization } from '../hosts/authorization.ts';
import type { CloneAddress, Credential } from '../hosts/cloneAddress.ts';
import { HostRest } from '../hosts/hostRest.ts';
import { probe } from '../hosts/probe.ts';
import { fetchPullRequest, readTips, type FetchedCommits } from './fetchPullRequest.ts';
import { DamagedMirrorError } from './damagedMirror.ts';
import { objectFormatOf, type MirrorFolder } from './mirrorFolder.ts';
import { partialClone, remoteName, withRemote } from '../hosts/remote.ts';
import { MovedError, remoteFailure, withoutCredential } from '../hosts/remoteFailure.ts';
import { withinSize } from './sizeWatch.ts';

/** One update of a mirror, whose lock is held. */
export interface MirrorUpdate {
  readonly git: Git;
  readonly transport: Transport;
  readonly mirror: MirrorFolder;
  readonly address: CloneAddress;
  readonly credential: Credential | undefined;
  /** Of the pull request. */
  readonly number: number;
  readonly defaultBranch: string | undefined;
  /** Largest size of the mirror. */
  readonly bytes: number;
}

/** What became known of the pull request. */
export interface UpdatedMirror extends FetchedCommits {
  readonly title: string | undefined;
  readonly isDraft?: true;
}

/** More packs than this make reading slow. */
const mostPacks = 50;

/** Fetches a pull request into a mirror, which is made if it is not there. @throws CodeReviewError */
export async function updateMirror(update: MirrorUpdate, signal: AbortSignal): Promise<UpdatedMirror> {
  const { address, credential, bytes, mirror } = update;
  try {
    const { fullName } = address;
    return await withinSize(mirror, { fullName, bytes }, signal, stop => fetchInto(update, stop));
  } catch (error) {
    if (signal.aborted) throw cancelledError(signal);
    const known = remoteFailure(error, address, credential);
    if (known !== undefined) throw known;
    const cause = error instanceof Error ? error : new Error(String(error));
    throw new DamagedMirrorError(address.fullName, withoutCredential(cause, address.provider, credential));
  }
}

async function fetchInto(update: MirrorUpdate, signal: AbortSignal): Promise<UpdatedMirror> {
  const { git, transport, mirror, address, credential, number, defaultBranch } = update;
  const { root } = mirror;
  const { fullName, provider } = address;
  if (!mirror.exists()) await mirror.create(git, 'sha1', signal);
  const tips = await readTips(git, root, signal);
  const [{ refs, cloneUrl }, hosted] = await Promise.all([
    listRefs(update, signal),
    HostRest.of({ transport, credential }, address)?.pullRequest(number, signal),
  ]);
  await inFormatOf(refs, update, signal);
  const authorization = credential && gitAuthorization(provider, credential);
  const remote = (repository?: string): GitReader =>
    withRemote(git, {
      cloneUrl: repository === undefined ? cloneUrl : `${address.origin}/${encodeURI(repository)}.git`,
      authorization,
    });
  const commits = await fetchPullRequest(
    { git, remote, root, fullName, number, refs, hosted, tips, defaultBranch },
    signal,
  );
  if ((await mirror.packs()) > mostPacks && (await mirror.uses()) === 1) await repack(git, root, signal);
  return { ...commits, title: hosted?.title, ...(hosted?.isDraft === true && { isDraft: true }) };
}

/** Lists the server's refs. A repository that was renamed is found under its new name, but not at another host. */
async function listRefs(
  { git, transport, mirror, address, credential }: MirrorUpdate,
  signal: AbortSignal,
): Promise<{ readonly refs: RemoteRefs; readonly cloneUrl: string }> {
  const authorization = credential && gitAuthorization(address.provider, credential);
  const listAt = async (cloneUrl: string): Promise<{ readonly refs: RemoteRefs; readonly cloneUrl: string }> => {
    const remote = withRemote(git, { cloneUrl, authorization });
    return { refs: await RemoteRefs.list(remote, mirror.root, remoteName, signal), cloneUrl };
  };
  try {
    return await listAt(address.cloneUrl);
  } catch (error) {
    if (!(remoteFailure(error, address, credential) instanceof MovedError)) throw error;
    const { movedTo } = await probe(transport, address.cloneUrl, authorization, signal);
    if (movedTo === undefined || new URL(movedTo).origin !== address.origin) throw movedError(address, movedTo);
    return listAt(movedTo);
  }
}

function movedError({ fullName, origin }: CloneAddress, movedTo: string | undefined): CodeReviewError {
  const { host } = new URL(origin);
  const where = movedTo === undefined ? 'another address' : `another host, ${new URL(movedTo).host}`;
  return new CodeReviewError(
    'git',
    `${host} redirects ${fullName} to ${where}, which does not get its credential.`,
    'Connect the repository by its new address.',
  );
}

/** Makes the mirror anew if its hashes are not those of the server. */
async function inFormatOf(refs: RemoteRefs, { git, mirror, number }: MirrorUpdate, signal: AbortSignal): Promise<void> {
  const known = refs.headRef(number) ?? refs.mergeRef(number);
  const hash = known?.commit ?? refs.branch(refs.defaultBranch ?? '');
  if (hash === undefined) return;
  const format = await git.run(mirror.root, ['rev-parse', '--show-object-format'], { signal });
  if (format !== objectFormatOf(hash)) await mirror.create(git, objectFormatOf(hash), signal);
}

/** Puts all packs into one, and keeps every object: an earlier review's may be compared with. */
async function repack(git: Git, root: string, signal: AbortSignal): Promise<void> {
  const settings = { 'pack.threads': '1', 'pack.windowMemory': '64m', 'repack.writeBitmaps': 'false', ...partialClone };
  await git.run(root, ['repack', '-q', '-a', '-d', '-k'], { signal, timeoutMs: 30 * 60_000, settings });
  await git.run(root, ['pack-refs', '--all'], { signal });
}
