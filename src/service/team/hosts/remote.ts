import type { GitReader } from '../../../git/run/git.ts';
import type { GitOptions } from '../../../git/run/gitRunner.ts';

/** The name of a mirror's remote, which the mirror's own configuration does not know. */
export const remoteName = 'origin';

/**
 * What makes a repository a partial clone for one run of git. It is not in the mirror's configuration: there, git would
 * fetch whatever a reader misses, and before 2.45 it does that without end where a commit is missing.
 */
export const partialClone = {
  [`remote.${remoteName}.promisor`]: 'true',
  [`remote.${remoteName}.partialCloneFilter`]: 'blob:none',
};

/** Where a git server is, and how to sign in to it. */
export interface RemoteAccess {
  readonly cloneUrl: string;
  /** The `authorization` header. */
  readonly authorization: string | undefined;
}

// Whatever a user's or the system's configuration or environment says.
const always = {
  'core.askPass': '',
  'credential.helper': '',
  // An empty value forgets what was set before.
  'http.extraHeader': '',
  // A redirect would take the credential along.
  'http.followRedirects': 'false',
  // A server that says nothing at all for five minutes; git's keep-alive is a few bytes.
  'http.lowSpeedLimit': '1',
  'http.lowSpeedTime': '300',
  'fetch.unpackLimit': '1',
  'fetch.writeCommitGraph': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // Neither may send git to another server.
  'fetch.uriProtocols': '',
  'transfer.bundleURI': 'false',
};

/** Traces would show headers and settings. */
const untraced = Object.fromEntries([
  ...['', '_CURL', '_CURL_NO_DATA', '_PACKET', '_PACKFILE', '2', '2_EVENT', '2_PERF'].map(kind => [
    `GIT_TRACE${kind}`,
    '0',
  ]),
  ['GIT_TRACE_REDACT', '1'],
]) as Readonly<Record<string, string>>;

/**
 * Runs git with a remote whose address and credential are in the environment of that run alone: not in arguments, a
 * configuration file or a log. No other protocol than that of the address is spoken.
 */
export function withRemote(git: GitReader, { cloneUrl, authorization }: RemoteAccess): GitReader {
  const settings = {
    ...always,
    ...partialClone,
    [`remote.${remoteName}.url`]: cloneUrl,
    ...(authorization !== undefined && { [`http.${cloneUrl}.extraHeader`]: `Authorization: ${authorization}` }),
  };
  // A server may leave out what git looks for while it fetches.
  const env = { ...untraced, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: new URL(cloneUrl).protocol.slice(0, -1) };
  const there = <T extends GitOptions>(options: T): T => ({
    ...options,
    // Asked to end, git leaves its helper to wait for the server.
    isKilled: true,
    settings: { ...settings, ...options.settings },
    env: { ...env, ...options.env },
  });
  return {
    run: (cwd, args, options) => git.run(cwd, args, there(options)),
    tryRun: (cwd, args, options) => git.tryRun(cwd, args, there(options)),
    bytes: (cwd, args, options) => git.bytes(cwd, args, there(options)),
    stream: (cwd, args, options, onChunk) => git.stream(cwd, args, there(options), onChunk),
  };
}
