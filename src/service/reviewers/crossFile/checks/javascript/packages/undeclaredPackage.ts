import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { lazy } from '../../../../../../core/base/lazy.ts';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { CrossFileFinding, Tree, TreeChange } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import type { ImportFacts, JavaScriptFacts, ManifestFacts, Spot } from '../facts.ts';
import { foldersOf, LockedPackages } from './lockedPackages.ts';
import { Modules } from '../modules/resolve.ts';
import { isSilencedImport } from '../silenced.ts';
import { filesThat, placeOf, quoted } from '../words.ts';

type Facts = JavaScriptFacts;
const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?=\/|$)/;
/** Modules that a host or a framework gives. */
const given = new Set([
  ...builtinModules,
  ...['@jest/globals', 'bun', 'client-only', 'cloudflare', 'electron', 'estree', 'geojson', 'k6', 'original-fs'],
  ...['server-only', 'vscode'],
]);
/** Settings under which names of modules have another meaning, in their folder or, of `config/importmap.rb`, in the one above. */
const otherResolution = [
  ...['deno.json', 'deno.jsonc', 'import-map.json', 'import_map.json', 'importmap.json', '.meteor/packages'],
  ...['bower.json', 'importmap.rb', 'config/importmap.rb'],
];

/** What a plugin of the bundler makes: stylesheets such as `uno.css`, and `~icons/mdi/home`; no package may be called so. */
const isMade = /^[^/]+\.(?:css|less|s[ac]ss|styl)$|^@?~/;
/** Names that a framework gives its own modules, for those who have the framework. */
const framework: Readonly<Record<string, RegExp>> = {
  '@docusaurus/core': /^@(?:docusaurus|generated|site|theme(?:-\w+)?)\//,
  'ember-source': /^@(?:ember|glimmer)\//,
};

/**
 * Samples and scripts of tools, such as `.github/actions/title.js`, which may bring what they need, and scripts that are
 * served as they are, which are often copies.
 */
const bringsItsOwn = /\.stories\.\w+$|(?:^|\/)(?:stories|scripts|\.[\w-]+|public|static|wwwroot)\//i;
/** Settings of any tool, if they are beside a manifest. `src/app.config.ts` may be of an application. */
const isSettings = /(?:^|\/)[^/.][^/]*\.config(?:[.-][^/]+)?\.[cm]?[jt]s$/i;
/** Settings of the tools that are also told where to find them, such as `config/webpack.config.dev.js`. */
const isSettingsAnywhere =
  /(?:^|\/)(?:config-overrides|gatsby-config|(?:babel|craco|cypress|esbuild|eslint|jest|metro|playwright|postcss|prettier|rollup|rspack|stylelint|tailwind|tsup|vite|vitest|webpack\w*)[.-]config(?:[.-][^/]+)?)\.[cm]?[jt]s$/i;
/** As many packages are not forgotten by accident where fewer are declared. */
const fewestSupplied = 3;
/** Scripts that are run, and not imported. */
const isEntry = /^[^/]*$|(?:^|\/)(?:app|cli|index|main|server|setup\w*)\.\w+$/i;

/** Imports of packages that no manifest declares, and packages that the change takes out of it while they are imported. */
export function undeclaredPackage(change: TreeChange<Facts>): CrossFileFinding[] {
  const { base, head, changed } = change;
  const isChanged = [...changed.keys()].some(path => head.facts(path) !== undefined);
  if (!isChanged) return [];
  const packages = new Packages(head);
  const sides = { base: new Packages(base), head: packages };
  const missing = new Map<string, Undeclared>();
  for (const [path, lines] of changed) {
    const facts = head.facts(path);
    // Without a lock file nobody can say what a dependency brings.
    if (facts?.kind !== 'script' || !packages.hasLock(path)) continue;
    for (const each of facts.imports ?? []) {
      const name = packages.undeclared(path, each);
      if (name === undefined || packages.isGiven(path, each, name)) continue;
      if (!lines.has(each.at[0]) || isSilencedImport(change, path, each)) continue;
      const manifest = packages.nearest(path);
      const key = `${manifest ?? ''}\0${name}`;
      if (manifest === undefined || missing.has(key) || wasImported(change, name, packages)) continue;
      const found = { path, from: each.from, at: each.at, name, manifest };
      const otherOrigin = (side: Packages): string | undefined => side.otherResolution(path) ?? side.supplier(manifest);
      for (const one of weighed(found, sides, otherOrigin)) missing.set(key, one);
    }
  }
  // What one file imports is one cause: it was written for other dependencies.
  const ofFiles = Map.groupBy(missing.values(), ({ path, manifest }) => `${manifest}\0${path}`);
  return [...[...ofFiles.values()].map(finding), ...removedPackages(change, sides)];
}

/** Packages that a manifest does not declare any more. */
function removedPackages(
  change: TreeChange<Facts>,
  sides: { readonly base: Packages; readonly head: Packages },
): CrossFileFinding[] {
  const { base, head, changed } = change;
  const packages = sides.head;
  const removed = [...changed.keys()].flatMap(path => {
    const [before, now] = [base.facts(path), head.facts(path)];
    if (before?.kind !== 'manifest' || now?.kind !== 'manifest') return [];
    return before.packages
      .filter(([name]) => !now.packages.some(([each]) => each === name))
      .map(([name, line]) => ({ path, name, line }));
  });
  if (removed.length === 0) return [];
  const uses = head.paths.flatMap(path => {
    const facts = head.facts(path);
    return (facts?.kind === 'script' ? (facts.imports ?? []) : []).flatMap(each => {
      const name = packages.undeclared(path, each);
      if (name === undefined || isSilencedImport(change, path, each)) return [];
      const use = { name, path, at: each.at, manifest: packages.nearest(path) };
      return weighed(use, sides, side => side.giverOf(path, each, name));
    });
  });
  const isLoaded = loadedIn(head);
  const broken = removed.flatMap(each => {
    const left = uses.filter(use => use.name === each.name && use.manifest === each.path && isLoaded(use.path));
    return [...Map.groupBy(left, ({ doubt }) => doubt)].map(([doubt, uses]) => ({ ...each, left: uses, doubt }));
  });
  return [...Map.groupBy(broken, ({ path, doubt = '' }) => `${path}\0${doubt}`).values()].flatMap(ofManifest => {
    const [first] = ofManifest;
    if (first === undefined) return [];
    const { path, line, doubt } = first;
    return [{ ...removal(path, line, ofManifest), ...(doubt !== undefined && { doubt }) }];
  });
}

interface RemovedPackage {
  readonly name: string;
  readonly left: readonly { readonly path: string; readonly at: Spot }[];
}

function removal(path: string, line: number, removed: readonly RemovedPackage[]): CrossFileFinding {
  const left = removed.flatMap(({ name, left: uses }) => uses.map(use => ({ ...use, name })));
  const names = removed.slice(0, 3).map(({ name }) => quoted(name));
  const more = removed.length > names.length ? ` and ${removed.length - names.length} more packages` : '';
  const importers = filesThat(left.map(each => each.path));
  const [still, it] = [
    new Set(left.map(each => each.path)).size === 1 ? 'imports' : 'import',
    removed.length === 1 ? 'it' : 'them',
  ];
  return {
    rule: 'cross-file/undeclared-package',
    severity: 'medium',
    category: 'bug',
    title: `${quoted(path)} does not declare ${names.join(', ')}${more} any more, but ${importers} still ${still} ${it}`,
    body: consequence,
    at: { path, line, column: 1, endColumn: 1, side: 'base' },
    related: left.map(({ path: file, at, name }) => ({
      ...placeOf(file, at),
      message: `${quoted(name)} is imported here.`,
    })),
  };
}

const consequence =
  'A clean installation does not have it, unless another package happens to bring it. Add it to the dependencies.';

/** Tells which scripts are imported by others, or may be run by themselves; any other is dead. */
function loadedIn(tree: Tree<Facts>): (path: string) => boolean {
  const modules = new Modules(tree);
  const loaded = lazy(
    () =>
      new Set(
        tree.paths.flatMap(path => {
          const facts = tree.facts(path);
          return facts?.kind === 'script' ? (facts.imports ?? []).map(({ from }) => modules.resolve(path, from)) : [];
        }),
      ),
  );
  return path => isEntry.test(path) || loaded().has(path);
}

/**
 * Whether a file of the base imports it: then it comes from elsewhere, or was missing before. So it is with a scope of which
 * nothing is declared and another name is imported: `@data/users` beside `@data/orders` is an alias.
 */
function wasImported({ base }: TreeChange<Facts>, name: string, packages: Packages): boolean {
  const scope = /^@[^/]+\//.exec(name)?.[0];
  return base.paths.some(path => {
    const facts = base.facts(path);
    if (facts?.kind !== 'script') return false;
    return (facts.imports ?? []).some(each => {
      const imported = packageName.exec(each.from)?.[0];
      if (imported === name) return true;
      const isOfScope = scope !== undefined && imported?.startsWith(scope) === true;
      const undeclared = isOfScope && !packages.hasScope(path, scope) ? packages.undeclared(path, each) : undefined;
      return undeclared !== undefined && !packages.isGiven(path, each, undeclared);
    });
  });
}

class Packages {
  readonly #tree: Tree<Facts>;
  readonly #modules: Modules;
  readonly #locked: LockedPackages;
  readonly #supplied = new Map<string, string | undefined>();
  /** Names of the packages that the repository itself holds. */
  readonly #own: ReadonlySet<string>;
  /** Words of the settings of bundlers, which may be aliases, and of comments on what is installed by hand. */
  readonly #words: ReadonlySet<string>;

  constructor(tree: Tree<Facts>) {
    this.#tree = tree;
    this.#modules = new Modules(tree);
    this.#locked = new LockedPackages(tree);
    const all = tree.paths.flatMap(path => tree.facts(path) ?? []);
    this.#own = new Set(all.flatMap(facts => (facts.kind === 'manifest' ? (facts.name ?? []) : [])));
    this.#words = new Set(
      all.flatMap(facts =>
        facts.kind === 'script'
          ? [...(facts.ambient ?? []), ...(facts.mentioned ?? []), ...(facts.installed ?? [])]
          : [],
      ),
    );
  }

  /** The name of the package that is imported, if no manifest and no lock file has it. */
  undeclared(path: string, { from, isType }: ImportFacts): string | undefined {
    const [name] = packageName.exec(from) ?? [];
    if (bringsItsOwn.test(path) || this.#isSettings(path) || isTestPath(path)) return undefined;
    if (name === undefined || isType === true || from.includes(':') || from.includes('!')) return undefined;
    if (given.has(name) || isMade.test(from)) return undefined;
    const manifests = this.#manifests(path);
    const types = `@types/${name.replace(/^@(.*)\//, '$1__')}`;
    const isDeclared = manifests.some(({ packages }) => packages.some(([each]) => each === name || each === types));
    return manifests.length === 0 || isDeclared || this.#locked.has(path, name) ? undefined : name;
  }

  /** Whether anything else may give the package: the repository, a framework, or an alias in settings. */
  isGiven(path: string, imported: ImportFacts, name: string): boolean {
    return this.#giverOf(path, imported, name) !== undefined;
  }

  /**
   * What supplies the files of a manifest, if they lack more packages than it and those above declare: something else does,
   * as a host for its plug-ins.
   */
  supplier(manifest: string): string | undefined {
    if (!this.#supplied.has(manifest)) this.#supplied.set(manifest, this.#supplierOf(manifest));
    return this.#supplied.get(manifest);
  }

  #supplierOf(manifest: string): string | undefined {
    const scripts = this.#tree.paths.filter(path => this.nearest(path) === manifest);
    const missing = new Set(
      scripts.flatMap(path => {
        const facts = this.#tree.facts(path);
        return (facts?.kind === 'script' ? (facts.imports ?? []) : []).flatMap(each => {
          const name = this.undeclared(path, each);
          return name === undefined || this.isGiven(path, each, name) ? [] : [name];
        });
      }),
    );
    const declared = this.#manifests(manifest).reduce((count, { packages }) => count + packages.length, 0);
    const isSupplied = missing.size >= fewestSupplied && missing.size > declared;
    return isSupplied ? `imports more packages than ${quoted(manifest)} declares` : undefined;
  }

  /** What may give a package that is not declared. */
  giverOf(path: string, imported: ImportFacts, name: string): string | undefined {
    return this.otherResolution(path) ?? this.#giverOf(path, imported, name);
  }

  /** Settings under which names have another meaning, if a folder above a file has any. */
  otherResolution(path: string): string | undefined {
    const files = foldersOf(path).flatMap(folder => otherResolution.map(each => join(folder, each)));
    const found = files.find(each => this.#tree.has(each));
    return found === undefined ? undefined : `adds ${quoted(found)}`;
  }

  #giverOf(path: string, { from }: ImportFacts, name: string): string | undefined {
    const manifests = this.#manifests(path);
    const mention = [from, name, name.split('/')[0] ?? ''].find(each => this.#words.has(each));
    if (this.#own.has(name)) return `calls a package of the repository ${quoted(name)}`;
    if (mention !== undefined) return `mentions ${quoted(mention)} in settings or comments`;
    if (manifests.some(({ pinned = [] }) => pinned.includes(name))) return `sets the version of ${quoted(name)}`;
    const isOfFramework = manifests.some(({ packages }) =>
      packages.some(([each]) => framework[each]?.test(from) === true),
    );
    if (isOfFramework) return `adds a framework with ${quoted(from)}`;
    if (this.#modules.isAliased(path, from)) return `gives ${quoted(from)} another meaning in settings`;
    const isHere = this.#modules.resolve(path, from) !== undefined || this.#isFolder(path, from);
    return isHere ? `adds what ${quoted(from)} may mean` : undefined;
  }

  /** Whether a manifest declares a package of a scope, `@data/`. */
  hasScope(path: string, scope: string): boolean {
    return this.#manifests(path).some(({ packages }) => packages.some(([each]) => each.startsWith(scope)));
  }

  /** Whether a lock file says what is installed for a file. */
  hasLock(path: string): boolean {
    return this.#locked.hasLock(path);
  }

  /** The manifest that is nearest to a file. */
  nearest(path: string): string | undefined {
    return foldersOf(path)
      .map(folder => join(folder, 'package.json'))
      .find(each => this.#tree.has(each));
  }

  #isSettings(path: string): boolean {
    if (isSettingsAnywhere.test(path)) return true;
    return isSettings.test(path) && this.#tree.has(join(dirname(path), 'package.json'));
  }

  #manifests(path: string): ManifestFacts[] {
    return foldersOf(path).flatMap(folder => {
      const facts = this.#tree.facts(join(folder, 'package.json'));
      return facts?.kind === 'manifest' ? [facts] : [];
    });
  }

  /** Whether a folder that bundlers look into has its name: `import x from 'components/x'`. */
  #isFolder(path: string, from: string): boolean {
    const [first = ''] = from.split('/');
    return foldersOf(path).some(folder =>
      ['', 'src', 'app', 'lib', 'client'].some(root => this.#folders.has(join(folder, root, first))),
    );
  }

  get #folders(): ReadonlySet<string> {
    return (this.#known ??= new Set(
      this.#tree.paths.flatMap(path => [...foldersOf(path), path.replace(/\.\w+$/, '')]),
    ));
  }

  #known: ReadonlySet<string> | undefined;
}

interface Undeclared extends Pick<ImportFacts, 'from' | 'at'> {
  readonly path: string;
  readonly name: string;
  readonly manifest: string;
  readonly doubt?: string;
}

/** @param imports of one file, at least one */
function finding(imports: readonly Undeclared[]): CrossFileFinding {
  const [{ path, from, at, name, manifest, doubt }, ...others] = imports as [Undeclared, ...Undeclared[]];
  const all = imports.slice(0, 3).map(each => quoted(each.name));
  const more = imports.length > all.length ? ` and ${imports.length - all.length} more packages` : '';
  return {
    rule: 'cross-file/undeclared-package',
    severity: 'medium',
    category: 'bug',
    title:
      others.length === 0
        ? `${quoted(from)} is imported, but ${quoted(manifest)} does not declare ${quoted(name)}`
        : `${all.join(', ')}${more} are imported, but ${quoted(manifest)} does not declare them`,
    body: consequence,
    ...(doubt !== undefined && { doubt }),
    at: placeOf(path, at),
    related: [
      ...others.map(each => ({ ...placeOf(path, each.at), message: `${quoted(each.name)} is imported here.` })),
      {
        ...placeOf(manifest, [1, 1, 1]),
        message: `${imports.map(each => quoted(each.name)).join(', ')} ${others.length === 0 ? 'is' : 'are'} not declared here.`,
      },
    ],
  };
}
