import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { nullFile, nullFolder } from './nullPaths.ts';

/** No prompt ever, no lock taken for a mere look, messages in English. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
  // For what git itself starts on Windows.
  NoDefaultCurrentDirectoryInExePath: '1',
};

/** Keeps git from asking a remote: for what is missing in a partial clone, or for anything in a version that cannot be told so. */
const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** Fails where ssh would ask for a password or about a host. */
const quietSsh = { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' };

/** A folder that was committed to look like a repository is none. */
export const explicitBare = ['-c', 'safe.bareRepository=explicit'];

/**
 * Options for every run: nothing that the repository's configuration names is run, and paths and diffs come as they are
 * read here.
 * @param hasMonitor whether git's own file system monitor may be asked, which a git before 2.36 does not have
 */
export function safeOptions(hasMonitor: boolean): string[] {
  const settings = [
    `core.fsmonitor=${hasMonitor}`,
    `core.hooksPath=${nullFolder()}`,
    'log.showSignature=false',
    'protocol.ext.allow=never',
    'protocol.fd.allow=never',
    'core.quotepath=off',
    'diff.interHunkContext=0',
    `diff.orderFile=${nullFile()}`,
  ];
  return [...explicitBare, ...settings.flatMap(setting => ['-c', setting])];
}

/** What a run of git may do besides reading the repository. */
export interface Leave {
  /** Whether a remote may be asked; `hasSsh` where an ssh is set up by configuration. */
  readonly remote: { readonly hasSsh: boolean } | undefined;
  /** Names of filters that are not run: their files are taken as they are. */
  readonly withoutFilters: Iterable<string>;
}

/**
 * The environment of a run of git.
 * @param settings given to git besides its configuration, by key
 */
export function gitEnvironment(
  own: NodeJS.ProcessEnv,
  { remote, withoutFilters }: Leave,
  settings: Readonly<Record<string, string>> = {},
): Record<string, string> {
  // The user's own ssh may hold the key of just this repository, and is not replaced.
  const hasSsh = remote?.hasSsh === true || own['GIT_SSH_COMMAND'] !== undefined || own['GIT_SSH'] !== undefined;
  const access = remote === undefined ? offline : hasSsh ? {} : quietSsh;
  const given = { ...settings };
  for (const name of withoutFilters) {
    for (const way of ['clean', 'smudge', 'process']) given[`filter.${name}.${way}`] = '';
    given[`filter.${name}.required`] = 'false';
  }
  return childEnvironment(own, { ...quiet, ...access, ...asVariables(own, given) });
}

/** Settings as git takes them from its environment, after those that are there: unlike an option, they may have any name. */
function asVariables(own: NodeJS.ProcessEnv, settings: Readonly<Record<string, string>>): Record<string, string> {
  let count = Number(own['GIT_CONFIG_COUNT'] ?? 0);
  const variables: Record<string, string> = {};
  for (const [key, value] of Object.entries(settings)) {
    variables[`GIT_CONFIG_KEY_${count}`] = key;
    variables[`GIT_CONFIG_VALUE_${count}`] = value;
    count++;
  }
  return count === 0 ? {} : { ...variables, GIT_CONFIG_COUNT: `${count}` };
}
