/** Programs and remote access that a repository's configuration would make git use. */
export interface RemotePrograms {
  /** The first key with which the repository itself controls how its remote is contacted; undefined if none. */
  readonly own: string | undefined;
  /** Whether an SSH command is configured, locally or globally. */
  readonly hasSsh: boolean;
  /** Whether it is a partial clone, in which reading may fetch objects. */
  readonly isPartial: boolean;
  /** Whether git's built-in file system monitor is on. */
  readonly hasOwnMonitor: boolean;
  /** Names of the filters whose programs the repository itself configures. */
  readonly filters: ReadonlySet<string>;
}

const word = String.raw`(?:[\w@%+=:,./~-]+|'[^']*'|"[^"$\`\\]*")`;
const option = 'BatchMode|ConnectTimeout|IdentitiesOnly|IdentityFile|Port|User';
// Many repositories select an SSH key. Other SSH options are refused, since several of them run programs.
const plainSsh = new RegExp(`^ssh(?: +-(?:[46aqTx]|[ilp] ?${word}|o ?(?:${option})=${word}))*$`);
const plainHelper = /^[\w-]*(?: --timeout[= ]\d+)?$/;
// Build servers store their token in this way; it is sent only to the repository's remote.
const plainHeader = /^authorization: *(?:basic|bearer) +[\w+/=.~-]+$/i;
const isTrue = /^(?:true|yes|on|1)$/i;
const isFalse = /^(?:false|no|off|0|)$/i;
const anyValue = /^/;

/**
 * Keys that a repository may set in the sections that control remote access, with their allowed values. Any other key
 * may run a program, set a proxy, weaken checks, or read or write a file, including keys of future versions.
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

/** Keys that a repository must not set in other sections. */
const harmful: Readonly<Record<string, RegExp>> = {
  core: /^(?:sshcommand|gitproxy|alternaterefscommand|askpass)$/,
  remote: /^(?:uploadpack|receivepack|vcs|proxy|proxyauthmethod)$/,
  fetch: /^bundleuri$/,
};

interface Entry {
  readonly key: string;
  readonly section: string;
  /** Undefined if there is none. */
  readonly subsection: string | undefined;
  readonly name: string;
  /** `true` for a key without a value. */
  readonly value: string;
  /** Whether it is set by the repository itself rather than globally. */
  readonly isOwn: boolean;
}

/**
 * Parses the output of `git config --show-scope --list -z`. The repository's own configuration is untrusted, since it
 * comes with an unpacked, copied or shared folder; global configuration is the user's.
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
    // Extensions run as part of the lfs filter.
    if (section === 'lfs' && subsection?.startsWith('extension.') === true) filters.add('lfs');
  }
  return { own, hasSsh, isPartial, hasOwnMonitor: isTrue.test(monitor), filters };
}

/** Parses such a listing. */
export function* entriesOf(listing: string): Generator<Entry> {
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
