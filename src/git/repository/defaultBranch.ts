import type { Git } from '../run/git.ts';
import { readConfig, type GitConfig } from './config.ts';

/** The branch that other branches are compared with. */
interface DefaultBranch {
  readonly name: string;
  /** Full hash. */
  readonly commit: string;
}

/** No reference has these in its name, and git takes them for a pattern. */
const patternCharacters = /[*?[\\]/;

/**
 * Finds the remote's default branch as last fetched, else a local branch with a usual name; undefined if none. All of
 * them are looked for in one run of git.
 * @param config is read if it is absent
 */
export async function findDefaultBranch(
  git: Git,
  root: string,
  remote: string | undefined,
  signal: AbortSignal,
  config?: GitConfig,
): Promise<DefaultBranch | undefined> {
  const ofRemote = remote === undefined ? undefined : `refs/remotes/${remote}/`;
  const configured = (config ?? (await readConfig(git, root, signal))).get('init.defaultbranch');
  const usual = [configured, 'main', 'master', 'develop', 'trunk'].filter(name => name !== undefined && name !== '');
  const folders = [...(ofRemote === undefined ? [] : [ofRemote]), 'refs/heads/'];
  const branches = usual.flatMap(name => folders.map(folder => ({ folder, ref: `${folder}${name}` })));
  const asked = [...(ofRemote === undefined ? [] : [`${ofRemote}HEAD`]), ...branches.map(({ ref }) => ref)];
  const refs = asked.filter(ref => !patternCharacters.test(ref));
  const args = ['for-each-ref', '--format=%(objectname) %(refname) %(symref)', '--', ...refs];
  const listed = (await git.tryRun(root, args, { signal })) ?? '';
  const found = new Map(
    listed.split('\n').map(line => {
      const [commit = '', ref = '', symbolic = ''] = line.split(' ');
      return [ref, { commit, symbolic }];
    }),
  );
  const head = ofRemote === undefined ? undefined : found.get(`${ofRemote}HEAD`);
  if (ofRemote !== undefined && head?.symbolic.startsWith(ofRemote) === true)
    return { name: head.symbolic.slice(ofRemote.length), commit: head.commit };
  for (const { folder, ref } of branches) {
    const commit = found.get(ref)?.commit;
    if (commit !== undefined) return { name: ref.slice(folder.length), commit };
  }
  return undefined;
}
