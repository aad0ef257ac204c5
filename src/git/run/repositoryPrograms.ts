/** What a repository's configuration would have git run or do that its files alone do not. */
export interface RemotePrograms {
  /** The first key by which the repository itself decides how its remote is asked; undefined where it does not. */
  readonly own: string | undefined;
  /** Whether an ssh is set up, for this repository or for all. */
  readonly hasSsh: boolean;
  /** Whether objects may be missing, so that a mere look fetches them. */
  readonly isPartial: boolean;
  /** Whether git's own file system monitor is on, which is a part of git and no program of the repository. */
  readonly hasOwnMonitor: boolean;
  /** Names of the filters for which the repository itself names a program. */
  readonly filters: ReadonlySet<string>;
}

const word = String.raw`(?:[\w@%+=:,./~-]+|'[^']*'|"[^"$\`\\]*")`;
const option = 'BatchMode|ConnectTimeout|IdentitiesOnly|IdentityFile|Port|User';
// Many repositories have a key of their own. No other option of ssh is taken: several of them run programs.
const plainSsh = new RegExp(`^ssh(?: +-(?:[46aqTx]|[ilp] ?${word}|o ?(?:${option})=${word}))*$`);
const plainHelper = /^[\w-]*(?: --timeout[= ]\d+)?$/;
// A build server keeps its token for the repository so; it goes where the repository itself leads.
const plainHeader = /^authorization: *(?:basic|bearer) +[\w+/=.~-]+$/i;
const isTrue = /^(?:true|yes|on|1)$/i;
const isFalse = /^(?:false|no|off|0|)$/i;
const anyValue = /^/;

/**
 * What a repository may set in the sections that decide how a remote is asked, by the name of the key. Whatever else is
 * there runs a program, leads through a proxy, weakens what is checked, or reads or writes a file: also what a later
 * git or helper brings.
 */
const harmless: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  http: {
    extraheader: plainHeader,
    followredirects: /^(?:initial|false|no|off|0)$/i,
    keepalivecount: anyValue,
    keepaliveidle: anyValue,
    keepaliveinterval: anyValue,
    lowspeedlimit: anyValue,
    lowspeedtime: anyValue,
    maxrequests: anyValue,
    minsessions: anyValue,
    noepsv: anyValue,
    postbuffer: anyValue,
    savecookies: isFalse,
    sslverify: isTrue,
    version: anyValue,
  },
  credential: { helper: plainHelper, interactive: isFalse, usehttppath: anyValue, username: anyValue },
};

/** What a repository may not set in sections that hold much else. */
const harmful: Readonly<Record<string, RegExp>> = {
  core: /^(?:sshcommand|gitproxy|alternaterefscommand|askpass)$/,
  remote: /^(?:uploadpack|receivepack|vcs|proxy|proxyauthmethod)$/,
  fetch: /^bundleuri$/,
};

interface Entry {
  readonly key: string;
  readonly section: string;
  /** Undefined where there is none. */
  readonly subsection: string | undefined;
  readonly name: string;
  /** A key without a value is true. */
  readonly value: string;
  /** Set by the repository itself, and not for all of them. */
  readonly isOwn: boolean;
}

/**
 * Reads what `git config --show-scope --list -z` prints. A repository's own configuration comes along with a folder
 * that was unpacked, copied or shared; what is set for all repositories is the user's own.
 */
export function readRemotePrograms(listing: string): RemotePrograms {
  let own: string | undefined;
  let hasSsh = false;
  let isPartial = false;
  let monitor = '';
  const filters = new Set<string>();
  for (const entry of entriesOf(listing)) {
    const { key, section, subsection, name, value, isOwn } = entry;
    hasSsh ||= key === 'core.sshcommand';
    isPartial ||= key === 'extensions.partialclone' || (section === 'remote' && name === 'promisor');
    if (key === 'core.fsmonitor') monitor = value;
    if (!isOwn) continue;
    if (decidesHow(entry)) own ??= key;
    if (section === 'filter' && subsection !== undefined && name !== 'required') filters.add(subsection);
    // Whatever filters by it runs them, too.
    if (section === 'lfs' && subsection?.startsWith('extension.') === true) filters.add('lfs');
  }
  return { own, hasSsh, isPartial, hasOwnMonitor: isTrue.test(monitor), filters };
}

function* entriesOf(listing: string): Generator<Entry> {
  const fields = listing.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope, text = ''] = fields.slice(at, at + 2);
    const end = text.indexOf('\n');
    const key = end < 0 ? text : text.slice(0, end);
    const first = key.indexOf('.');
    const last = key.lastIndexOf('.');
    yield {
      key,
      section: key.slice(0, first),
      subsection: first < last ? key.slice(first + 1, last) : undefined,
      name: key.slice(last + 1),
      value: end < 0 ? 'true' : text.slice(end + 1),
      isOwn: scope === 'local' || scope === 'worktree',
    };
  }
}

function decidesHow({ key, section, name, value }: Entry): boolean {
  if (key === 'core.sshcommand') return !plainSsh.test(value);
  const known = Object.hasOwn(harmless, section) ? harmless[section] : undefined;
  if (known !== undefined) return !(Object.hasOwn(known, name) && known[name]?.test(value) === true);
  return Object.hasOwn(harmful, section) && harmful[section]?.test(name) === true;
}
