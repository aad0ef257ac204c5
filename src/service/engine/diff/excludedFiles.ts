import { posix } from 'node:path';
import type { UnreadFile } from '../reviewerReport.ts';

const lockFile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|flake\.lock|gradle\.lockfile|packages\.lock\.json|Podfile\.lock|mix\.lock)$/;
const vendored =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|_?(?:vendor(?:ed)?|(?:third|3rd)[-_]?party|xstatic)(?:[-_](?:code|libs?|libraries|modules|packages))?|\.yarn|\.pnpm|\.history|\.ipynb_checkpoints|(?:site|dist)-packages)\//i;
// What is compiled before it is served, and what is elsewhere, is the project's own.
const servedLibraries = /(?:^|\/)(?:public|static|wwwroot)\/(?:[^/]+\/)*libs?\/.*\.(?:[cm]?js|css)$/i;
// A release of a library is copied into a folder with its version.
const release =
  /(?:^|\/)[\w-]*(?:assets|public|static|www\w*)\/(?:[^/]+\/)*[a-z][\w.]*-\d+\.\d+\.\d+\/.*\.(?:[cm]?js|css)$/i;
// Elsewhere `vendors` may be who sells something.
const vendors = /(?:^|\/)(?:assets?|css|dist|libs?|plugins?|public|static|web|www)\/(?:[^/]+\/)*vendors\//i;
// In lower case it is a folder of the project's own, as Ember and Kubernetes have them.
const cocoaPods = /(?:^|\/)Pods\//;
const built =
  /(?:^|\/)(?:dist|build|out|coverage|min|\.next)\/.*\.(?:js|mjs|cjs|css|map)$|\.(?:min|bundle)\.(?:js|css)$|\.map$/;
// Bundlers put a hash of the content into the name.
const hashed = /[.-](?=[a-f]*\d)(?=\d*[a-f])(?:[\da-f]{8}|[\da-f]{16}|[\da-f]{20}|[\da-f]{32})\.(?:[cm]?js|css)$/;
// Others write it with all letters: `katex-C5jXJg4s.js`; without a digit, only where bundlers put their files.
const mixedHash = /-(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{8}\.(?:[cm]?js|css)$/;
const mixedHashInAssets =
  /(?:^|\/)(?:assets|chunks)\/(?:[^/]+\/)*[^/]+-(?=[\w-]*[a-z][\w-]*[A-Z])[\w-]{8}\.(?:[cm]?js|css)$/;
const generatedName = /\.(?:g|generated|pb)\.\w+$|(?:^|\/)__(?:generated|snapshots)__\/|_pb2(?:_grpc)?\.pyi?$|\.snap$/;
// A generator's banner, on a line of its own.
const generatedBanner =
  /^[ \t]*(?:\/\/+!?|\/?\*+!?|#+|--|;+|<!--|%+|"{1,3})?[ \t]*(?:@generated\b|(?:code|(?:this|the) (?:file|code|module) (?:is|was|has been)|[\w-]{1,40})?[ \t]*(?:auto(?:matically)?[ -]?generated\b|generated (?:automatically|from|by|with)\b).{0,80}(?:do not (?:edit|modify|change)|v?\d+\.\d+|https?:\/\/)|(?:this|the) (?:file|code|module) (?:is|was|has been) auto(?:matically|-)? ?generated\b)/i;
const bannerLines = 12;
const lfsPointer = 'version https://git-lfs.github.com/spec/v1\n';
// Qt keeps translations in files whose names end like those of TypeScript; as code they could not run.
const xml = /^\ufeff?\s*<(?:\?xml|!DOCTYPE TS)\b/;
// Marks of compilers and bundlers.
const builtMark =
  /^\/\/#region \\0rolldown\/|^var __(?:assign|awaiter|createBinding|decorate|extends|generator|importDefault) = \(?this && this\.__|^\(function ?\(global, ?factory\) ?\{|^[ \t]*"@babel\/helpers|\b__webpack_require__\(|"Cannot find module '" ?\+|['"]object['"] ?===? ?typeof (?:exports|module)\b/m;

/** What a bundler writes first: its own name, or that of the package and its version. */
const bundled = /^(?:\/\*{6}\/ .*\/\/ webpackBootstrap|\/\/ (?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+)\r?\n/;

const script = /\.(?:[cm]?js|css)$/;
const data = /\.(?:json[lc5]?|geojson|ipynb|svg|xml|html?|csv|tsv|txt)$/i;
const picture =
  /\.(?:png|jpe?g|gif|ico|icns|webp|avif|heic|bmp|tiff?|psd|ai|eps|woff2?|ttf|otf|eot|mp[34]|m4a|mov|webm|og[gv]|wav|flac|pdf|docx?|xlsx?|pptx?|od[tspg])$/i;

/** Longest file that the analysers read, in bytes. */
export const maxFileBytes = 1_000_000;
/** Longest file to search for secrets and invisible characters, in bytes. */
export const maxSearchedBytes = 32 << 20;
/** Most lines of such a file. */
export const maxSearchedLines = 1_000_000;

/** Why a file is not reviewed, and whether that is a gap. */
export type UnreviewedReason = Omit<UnreadFile, 'path'>;

/** Why analysers leave out a file because of its path; undefined if they do not. */
export function unreviewedPath(path: string): string | undefined {
  if (lockFile.test(path)) return 'lock file';
  if ([vendored, vendors, servedLibraries, release, cocoaPods].some(each => each.test(path))) return 'vendored';
  if ([built, hashed, mixedHash, mixedHashInAssets].some(each => each.test(path))) return 'built or minified';
  if (generatedName.test(path)) return 'generated';
  return undefined;
}

/** Python packages that come with others, and that no project has as its own beside each other. */
const carried = new Set([
  ...['attr', 'certifi', 'chardet', 'charset_normalizer', 'colorama', 'dateutil', 'html5lib', 'idna', 'itsdangerous'],
  ...['markupsafe', 'pkg_resources', 'pyparsing', 'pytz', 'soupsieve', 'urllib3', 'webencodings'],
]);
const leastCarried = 3;

/**
 * The folders into which Python packages were installed, where a folder says of each what was installed, or copied, where
 * well-known ones are beside each other.
 */
export function installFolders(folders: readonly string[]): ReadonlySet<string> {
  const installed = folders.filter(folder => folder.endsWith('.dist-info')).map(folder => posix.dirname(folder));
  const copied = Map.groupBy(
    folders.filter(folder => carried.has(posix.basename(folder))),
    folder => posix.dirname(folder),
  );
  const full = [...copied].flatMap(([folder, known]) => (known.length >= leastCarried ? [folder] : []));
  return new Set([...installed, ...full].filter(folder => folder !== '.'));
}

/**
 * Whether a path is of a package in one of the folders. What is directly in a folder may be the project's own, as a handler
 * beside the packages that are deployed with it.
 */
export function isInstalled(path: string, folders: ReadonlySet<string>): boolean {
  for (
    let folder = posix.dirname(posix.dirname(path));
    folders.size > 0 && folder !== '.';
    folder = posix.dirname(folder)
  )
    if (folders.has(folder)) return true;
  return false;
}

/** Why a binary file is not reviewed. Pictures, sound, fonts and documents are no gap. */
export function unreviewedBinary(path: string): UnreviewedReason {
  return picture.test(path) ? { why: 'binary' } : { why: 'binary or in an unknown encoding', isGap: true };
}

/**
 * Why analysers leave out a file because of its content; undefined if they do not. An existing file counts as generated
 * or built only if it was so at the base too, since the change may bring the banner. A new file never counts as
 * generated, as built only if it is minified throughout, or longer than people write at once, and as a library only with
 * a gap.
 * @param base its text before the change; absent for a new file
 */
export function unreviewedContent(path: string, text: string, base: string | undefined): UnreviewedReason | undefined {
  if (text.startsWith(lfsPointer)) return { why: 'kept in Git LFS', ...(!picture.test(path) && { isGap: true }) };
  if (path.endsWith('.ts') && xml.test(text)) return { why: 'XML' };
  if (base === undefined) return ofNewFile(path, text);
  if ([base, text].every(isGenerated)) return { why: 'generated' };
  if ([base, text].every(each => isLibrary(path, each))) return { why: 'vendored' };
  return [base, text].every(each => isBuilt(path, each)) ? { why: 'built or minified' } : undefined;
}

/** Most lines of a script that people write at once. */
const mostWritten = 3_000;

/** Whoever pads a script to hide something in it, or calls it a library, has a gap in the review. */
function ofNewFile(path: string, text: string): UnreviewedReason | undefined {
  if (isMinified(path, text)) return { why: 'built or minified' };
  if (isLibrary(path, text)) return { why: 'a copy of a library, as its first comment says', isGap: true };
  if (script.test(path) && bundled.test(text)) return { why: 'built, as its first line says', isGap: true };
  const isLong = script.test(path) && text.split('\n', mostWritten + 1).length > mostWritten;
  return isLong ? { why: 'copied or built: more than 3,000 lines at once', isGap: true } : undefined;
}

function isGenerated(text: string): boolean {
  return text.split('\n', bannerLines).some(line => generatedBanner.test(line.slice(0, 200)));
}

/** What plugins of jQuery are called. */
const plugin = /(?:^|\/)jquery[.-][\w.-]+\.js$/i;

/**
 * Whether a script is a copy of a library: its first comment has a licence or a copyright, and a version of three parts
 * unless the script is called as plugins are.
 */
function isLibrary(path: string, text: string): boolean {
  const [banner = ''] = script.test(path) ? (/^\s*\/\*[^]{0,2000}?\*\//.exec(text) ?? []) : [];
  return (
    (plugin.test(path) || /\bv?\d+\.\d+\.\d+\b/.test(banner)) && /\blicen[cs]ed?\b|\bcopyright\b|\(c\)|©/i.test(banner)
  );
}

function isBuilt(path: string, text: string): boolean {
  return isMinified(path, text) || (script.test(path) && (builtMark.test(text) || bundled.test(text)));
}

// Minifiers break lines after 500 characters or never; people write long texts, tables and comments on one line.
const shortestMinified = 500;
const widestLine = 200;
const largestData = 20_000;
const widestData = 500;
const texts = /"[^"]*"|'[^']*'|`[^`]*`/g;
const comment = /^[ \t]*(?:\/[/*]|\*|$)/;
const wrapper = /^[ \t]*(?:['"]use strict['"];?|[{}()[\];,`]*)[ \t]*\r?$/;

// A bundler that keeps the lines shortens the names all the same.
const declared = /\b(?:const|let|var|function|class)\s+([\w$]+)/g;
const fewestNames = 100;

/** Whether a tool shortened most of the names that a script declares. */
function hasShortNames(text: string): boolean {
  const names = new Set([...text.matchAll(declared)].map(([, name = '']) => name));
  return names.size >= fewestNames && [...names].filter(({ length }) => length <= 2).length > names.size / 2;
}

/**
 * Whether a tool shortened a script: every line of code is longer than people write, apart from texts, comments and a
 * little data, or most names have one letter or two.
 */
function isMinified(path: string, text: string): boolean {
  if (data.test(path)) return text.length > largestData && text.length > widestData * text.split('\n').length;
  if (!script.test(path) || text.length < shortestMinified) return false;
  if (hasShortNames(text)) return true;
  // Bundlers keep the line breaks of templates and of licences.
  const joined = text.replace(/\/\*[^]*?\*\//g, '').replace(/`[^`]*`/g, '``');
  const code = joined.split('\n').filter(line => !comment.test(line) && !wrapper.test(line));
  return code.length > 0 && code.every(line => line.length > widestLine && line.replace(texts, '').length > widestLine);
}
