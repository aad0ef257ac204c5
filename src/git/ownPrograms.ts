/** The programs that git's configuration names for asking a remote. */
export interface RemotePrograms {
  /** The first key under which the repository itself names one; undefined where none does. */
  readonly own: string | undefined;
  /** Whether an ssh is set up, for this repository or for all. */
  readonly hasSsh: boolean;
}

const programs =
  /^(?:core\.(?:sshcommand|gitproxy|alternaterefscommand)|credential\.(?:.+\.)?helper|remote\..+\.(?:uploadpack|vcs))$/s;

const word = String.raw`(?:[\w@%+=:,./~-]+|'[^']*'|"[^"$\`\\]*")`;
const option = 'BatchMode|ConnectTimeout|IdentitiesOnly|IdentityFile|Port|User';
// Many repositories have a key of their own. No other option of ssh is taken: several of them run programs.
const plainSsh = new RegExp(`^ssh(?: +-(?:[46aqTx]|[ilp] ?${word}|o ?(?:${option})=${word}))*$`);
const plainHelper = /^[\w-]*(?: --timeout[= ]\d+)?$/;

/**
 * Reads what `git config --show-scope --list -z` prints. A repository's own configuration comes along with a folder
 * that was unpacked, copied or shared; what is set for all repositories is the user's own.
 */
export function readRemotePrograms(listing: string): RemotePrograms {
  const fields = listing.split('\0');
  let own: string | undefined;
  let hasSsh = false;
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', entry = ''] = fields.slice(at, at + 2);
    const end = entry.indexOf('\n');
    const key = end < 0 ? entry : entry.slice(0, end);
    if (!programs.test(key)) continue;
    hasSsh ||= key === 'core.sshcommand';
    if ((scope === 'local' || scope === 'worktree') && !isHarmless(key, entry.slice(key.length + 1))) own ??= key;
  }
  return { own, hasSsh };
}

function isHarmless(key: string, value: string): boolean {
  if (key === 'core.sshcommand') return plainSsh.test(value);
  return key.endsWith('.helper') && plainHelper.test(value);
}
