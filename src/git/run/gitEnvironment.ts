import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { nullFile, nullFolder } from './nullPaths.ts';

/** No prompts, no optional locks, messages in English. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
  // For programs that git itself starts on Windows.
  NoDefaultCurrentDirectoryInExePath: '1',
};

/** Keeps git from contacting a remote: no lazy fetch in a partial clone; older versions get no protocol at all. */
const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** Objects and parents as every other clone has them: neither replaced (`git replace`) nor grafted. */
const asPushed = (): Record<string, string> => ({ GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: nullFile() });

/** Makes SSH fail instead of asking for a password or about a host. */
const quietSsh = { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' };

/** Refuses bare repositories embedded in a working copy. */
export const refuseEmbeddedBare = ['-c', 'safe.bareRepository=explicit'];

/**
 * Options for every run of git: disables programs that the repository configures, and fixes output formats.
 * @param hasMonitor whether git's built-in file system monitor may be used (git 2.36 and later)
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
  return [...refuseEmbeddedBare, ...settings.flatMap(setting => ['-c', setting])];
}

/** What a run of git is allowed to do besides reading the repository. */
export interface GitPermissions {
  /** Whether it may contact a remote; `hasSsh` if an SSH command is configured. */
  readonly remote: { readonly hasSsh: boolean } | undefined;
  /** Names of filters that are not run; their files are read unfiltered. */
  readonly withoutFilters: Iterable<string>;
}

/**
 * Builds the environment of a run of git.
 * @param settings additional configuration by key
 */
export function gitEnvironment(
  own: NodeJS.ProcessEnv,
  { remote, withoutFilters }: GitPermissions,
  settings: Readonly<Record<string, string>> = {},
): Record<string, string> {
  // Keep the user's SSH command, which may select the key of this repository.
  const hasSsh = remote?.hasSsh === true || own['GIT_SSH_COMMAND'] !== undefined || own['GIT_SSH'] !== undefined;
  const access = remote === undefined ? offline : hasSsh ? {} : quietSsh;
  const given = { ...settings };
  for (const name of withoutFilters) {
    for (const way of ['clean', 'smudge', 'process']) given[`filter.${name}.${way}`] = '';
    given[`filter.${name}.required`] = 'false';
  }
  return childEnvironment(own, { ...quiet, ...asPushed(), ...access, ...asVariables(own, given) });
}

/** Configuration as `GIT_CONFIG_*` variables, appended to existing ones: unlike `-c`, they allow any key. */
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
