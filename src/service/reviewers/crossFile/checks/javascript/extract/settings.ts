import type { ManifestFacts, PathsFacts, ScriptFacts } from '../facts.ts';
import { parseJsonc } from '../../../../scripts/parseJsonc.ts';

/** What lists packages, also for another program that installs them: `devDependencies`, `exampleDependencies`. */
const dependencies = /dependencies$/i;

/** The settings of a manifest that say what its folder stands for. */
const mains = ['main', 'module', 'source', 'types', 'typings'];

/** A path in a command, such as `src/seed.ts` in `node src/seed.ts --all`. */
const scriptPath = /(?<![\w@./-])[\w@./-]+\.[cm]?[jt]sx?(?![\w./-])/g;

const linters = ['eslintConfig', 'jest', 'semistandard', 'standard', 'xo'];

/** Facts of a `package.json`; undefined if it is no JSON object. */
export function extractManifest(text: string): ManifestFacts | undefined {
  const manifest = objectIn(text);
  if (manifest === undefined) return undefined;
  const lines = new Map(
    text.split('\n').flatMap((line, index) => {
      const [, name] = /^\s*"([^"]+)"\s*:/.exec(line) ?? [];
      return name === undefined ? [] : [[name, index + 1] as const];
    }),
  );
  const kinds = Object.keys(manifest).filter(key => dependencies.test(key));
  const ranges = new Map(kinds.flatMap(kind => Object.entries(asObject(manifest[kind]) ?? {})));
  const lists = [manifest['resolutions'], manifest['overrides'], asObject(manifest['pnpm'])?.['overrides']];
  const pinned = lists.flatMap(each => Object.keys(asObject(each) ?? {}));
  const packages = [...ranges].map(
    ([name, range]) => [name, lines.get(name) ?? 1, typeof range === 'string' ? range : ''] as const,
  );
  const mentioned = linters.flatMap(tool => {
    const { globals } = asObject(manifest[tool]) ?? {};
    return [...Object.keys(asObject(globals) ?? {}), ...asTexts(globals)];
  });
  const { name, version, exports } = manifest;
  const main = [...new Set(mains.flatMap(each => targetsIn(manifest[each])))];
  const commands = [...Object.values(asObject(manifest['scripts']) ?? {}), ...targetsIn(manifest['bin'])];
  const runs = commands.flatMap(each => (typeof each === 'string' ? (each.match(scriptPath) ?? []) : []));
  const listed = manifest['workspaces'];
  const workspaces = asTexts(asObject(listed)?.['packages'] ?? listed);
  return {
    kind: 'manifest',
    packages,
    ...(typeof version === 'string' && { version }),
    ...(main.length > 0 && { main }),
    ...(runs.length > 0 && { runs: [...new Set(runs)] }),
    ...(exports !== undefined && { exports: exportsIn(exports) }),
    ...(workspaces.length > 0 && { workspaces }),
    ...(pinned.length > 0 && { pinned }),
    ...(typeof name === 'string' && { name }),
    ...(manifest['type'] === 'module' && { isModule: true }),
    ...(mentioned.length > 0 && { mentioned }),
  };
}

/** What a manifest exports, by what is asked for. */
function exportsIn(exports: unknown): [asked: string, targets: string[]][] {
  const entries = Object.entries(asObject(exports) ?? {});
  return entries.some(([asked]) => asked.startsWith('.'))
    ? entries.map(([asked, targets]) => [asked, targetsIn(targets)])
    : [['.', targetsIn(exports)]];
}

/** The paths of one target, whatever the conditions, or of a list of them. */
function targetsIn(target: unknown): string[] {
  if (typeof target === 'string') return [target];
  return Object.values(asObject(target) ?? asTexts(target)).flatMap(targetsIn);
}

/** Facts of a `tsconfig.json`; undefined if it cannot be read. */
export function extractPaths(text: string): PathsFacts | undefined {
  const { config } = parseJsonc(text);
  const settings = asObject(config);
  if (settings === undefined) return undefined;
  const { baseUrl, paths } = asObject(settings['compilerOptions']) ?? {};
  const targets = Object.entries(asObject(paths) ?? {})
    .map(([pattern, to]) => [pattern, asTexts(to)] as const)
    .sort(([a], [b]) => exactness(b) - exactness(a));
  const exclude = asTexts(settings['exclude']);
  return {
    kind: 'paths',
    ...(typeof baseUrl === 'string' && { baseUrl }),
    ...(targets.length > 0 && { paths: targets }),
    ...(exclude.length > 0 && { exclude }),
    ...(settings['extends'] !== undefined && { isExtending: true }),
  };
}

/** How exactly a pattern names modules: one without `*` most, and else by what stands before it, as the compiler decides. */
function exactness(pattern: string): number {
  const star = pattern.indexOf('*');
  return star < 0 ? Infinity : star;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}

/** What the scripts of a page declare, as global names; undefined if it declares none. */
export function extractPage(text: string): ScriptFacts | undefined {
  const declared = text.matchAll(
    /\b(?:const|let|var|function|class)\s+([A-Za-z_$][\w$]*)|\bwindow\.([A-Za-z_$][\w$]*)\s*=(?!=)/g,
  );
  const ambient = new Set([...declared].map(([, name, attribute]) => name ?? attribute ?? ''));
  return ambient.size === 0 ? undefined : { kind: 'script', isOpen: true, ambient: [...ambient] };
}
