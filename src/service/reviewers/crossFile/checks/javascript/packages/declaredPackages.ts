import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { CrossFileFinding, Tree } from '../../../check.ts';
import { inLambda } from '../../../../awsLambda.ts';
import type { ImportFacts, JavaScriptFacts, ManifestFacts } from '../facts.ts';
import { Modules } from '../modules/resolve.ts';
import { quoted } from '../words.ts';
import { LockedPackages } from './lockedPackages.ts';

type Facts = JavaScriptFacts;
/** The package of what is imported: `@scope/name` of `@scope/name/file.js`. */
export const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?=\/|$)/;
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
/** The manifest of HarmonyOS, whose package manager knows nothing of `package.json`. */
const otherManifest = 'oh-package.json5';

/** What a plugin of the bundler makes: stylesheets such as `uno.css`, and `~icons/mdi/home`; no package may be called so. */
const isMade = /^[^/]+\.(?:css|less|s[ac]ss|styl)$|^@?~/;
/** Pictures and fonts of the project, by a folder that its bundler looks into. */
const isAsset = /\.(?:svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|mp[34]|webm)(?:\?|$)/;
/** Names that a framework gives its own modules, and those that it finds in what its packages bring, for those who have it. */
const framework: Readonly<Record<string, RegExp>> = {
  '@docusaurus/core': /^@(?:docusaurus|generated|site|theme(?:-\w+)?)\//,
  'ember-source': /^@(?:ember|glimmer)\/|^ember-/,
};

/**
 * Samples and scripts of tools, such as `.github/actions/title.js`, which may bring what they need, and scripts that are
 * served as they are, which are often copies.
 */
const bringsItsOwn = /\.stories\.\w+$|(?:^|\/)(?:stories|scripts|\.[\w-]+|public|static|wwwroot)\//i;
/** What the runtime of AWS Lambda has. */
const ofLambda = /^(?:@aws-sdk\/|aws-sdk$)/;
/** Settings of any tool, if they are beside a manifest. `src/app.config.ts` may be of an application. */
const isSettings = /(?:^|\/)[^/.][^/]*\.config(?:[.-][^/]+)?\.[cm]?[jt]s$/i;
/** Settings of the tools that are also told where to find them, such as `config/webpack.config.dev.js`. */
const isSettingsAnywhere =
  /(?:^|\/)(?:config-overrides|gatsby-config|(?:babel|craco|cypress|esbuild|eslint|jest|metro|playwright|postcss|prettier|rollup|rspack|stylelint|tailwind|tsup|vite|vitest|webpack\w*)[.-]config(?:[.-][^/]+)?)\.[cm]?[jt]s$/i;
/** As many packages are not forgotten by accident where fewer are declared. */
const fewestSupplied = 3;

/** What the manifests, the lock files and the settings of a tree say of packages. */
export class DeclaredPackages {
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
    if (ofLambda.test(name) && inLambda.test(path)) return undefined;
    if (given.has(name) || isMade.test(from) || (from !== name && isAsset.test(from))) return undefined;
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

  /**
   * How grave it is that a file imports what no manifest declares: low where nothing is known to load it, or where pnpm may
   * find what another package brings.
   * @param isLoaded whether something loads it
   */
  severityOf(path: string, isLoaded: (path: string) => boolean): CrossFileFinding['severity'] {
    return isLoaded(path) && !this.#locked.isOfPnpm(path) ? 'medium' : 'low';
  }

  /** The manifest that is nearest to a file. */
  nearest(path: string): string | undefined {
    return this.#asked(path)
      .map(folder => join(folder, 'package.json'))
      .find(each => this.#tree.has(each));
  }

  /** The folders whose manifests may declare what a file imports: none above those of another package manager. */
  #asked(path: string): string[] {
    const folders = foldersOf(path);
    const other = folders.findIndex(folder => this.#tree.has(join(folder, otherManifest)));
    return other < 0 ? folders : folders.slice(0, other + 1);
  }

  #isSettings(path: string): boolean {
    if (isSettingsAnywhere.test(path)) return true;
    return isSettings.test(path) && this.#tree.has(join(dirname(path), 'package.json'));
  }

  #manifests(path: string): ManifestFacts[] {
    return this.#asked(path).flatMap(folder => {
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
