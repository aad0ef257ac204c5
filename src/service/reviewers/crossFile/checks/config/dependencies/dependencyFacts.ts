/** A package that a manifest asks for. */
export interface Requirement {
  /** As the manifest writes it. */
  readonly name: string;
  /** As the manifest writes it; empty for any version. */
  readonly range: string;
  /** Line and UTF-16 columns from 1 of the name. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** Set if only Poetry reads it. */
  readonly isOfPoetry?: true;
}

/** A requirement of which the manifest's text has not told the place. */
export type Asked = Omit<Requirement, 'line' | 'column' | 'endColumn'>;

/** What a manifest asks for. */
export interface Manifest {
  readonly requires: readonly Requirement[];
  /** Its own name. */
  readonly name?: string;
  /** Names of the tools that it has settings for or is built by. */
  readonly tools?: readonly string[];
  /** Names of the folders of packages that belong to it, which may be submodules. */
  readonly workspaces?: readonly string[];
  /** Globs of the manifests, from its folder, that are installed with it and not by lock files of their own. */
  readonly members?: readonly string[];
  /** Globs of those of its members that are not. */
  readonly excluded?: readonly string[];
  /** The manifests, from its folder, of the packages that it takes from folders of the repository. */
  readonly local?: readonly string[];
  /** Packages whose version is decided here whatever others ask for. */
  readonly overrides?: readonly string[];
  /** Names of the packages that it offers its members, by what these call them. */
  readonly offeredNames?: Readonly<Record<string, string>>;
}

/** What a lock file holds. */
export interface Lock {
  /** By folder, relative to the lock file's (`.` for its own), what was asked for when it was written: ranges by name. */
  readonly asked?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Versions that are installed, by name as `nameOf` writes it; empty where they come from this repository. */
  readonly versions?: Readonly<Record<string, readonly string[]>>;
  /** Packages whose version was decided elsewhere when it was written. */
  readonly overrides?: readonly string[];
}

/** Facts about a manifest or a lock file. */
export interface DependencyFacts {
  readonly manifest?: Manifest;
  readonly lock?: Lock;
  /** Names of the lock files that an installation which the file runs insists on. */
  readonly insistsOn?: readonly string[];
}

/** Most places of a word that are looked at. */
const mostPlaces = 8;

/** Finds where a manifest names its requirements: one that it has several times, each time at another place. */
export function placed(text: string, asked: readonly Asked[]): Requirement[] {
  const lines = text.split(/\r?\n/);
  const places = new Map<string, { readonly line: number; readonly column: number }[]>();
  for (const [index, content] of lines.entries()) {
    for (const match of content.matchAll(/[\w@][\w@./-]*/g)) {
      const known = places.get(match[0]) ?? [];
      if (known.length < mostPlaces) known.push({ line: index + 1, column: match.index + 1 });
      places.set(match[0], known);
    }
  }
  const taken = new Set<object>();
  return asked.map(each => {
    const { name, range } = each;
    const known = places.get(name) ?? [];
    const meant = known.filter(({ line }) => (lines[line - 1] ?? '').includes(range));
    const here = meant.find(place => !taken.has(place)) ?? meant[0] ?? known[0];
    if (here !== undefined) taken.add(here);
    const { line, column } = here ?? { line: 1, column: 1 };
    return { ...each, line, column, endColumn: column + (here === undefined ? 0 : name.length) };
  });
}

/** The package that an override is about: `react`, `react-dom>react`, `react@>=18 <19`. */
export function overriddenName(key: string): string {
  return [...key.matchAll(/(?:^|[>/])(@[\w.-]+\/[\w.-]+|[a-z_][\w.-]*)(?=[@>/]|$)/gi)].at(-1)?.[1] ?? key;
}

/** The entries of an object of texts; nothing of anything else. */
export function textEntries(value: unknown): [string, string][] {
  return Object.entries(asObject(value)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : []));
}

/** An object by its keys; empty for anything else. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The texts of a list; empty for anything else. */
export function textsIn(value: unknown): string[] {
  return asList(value).filter(each => typeof each === 'string');
}

/** The elements of a list; empty for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
