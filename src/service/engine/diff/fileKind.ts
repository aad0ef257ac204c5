import { isTestPath } from '../reviewer.ts';
import { unreviewedPath } from './excludedFiles.ts';
import { isRetired } from './isRetired.ts';

const languages = { script: /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/i, python: /\.pyi?$/i };

/** What is run for the time that it takes, by its folder or its name: what comes out is dropped on purpose. */
export const benchmark =
  /(?:^|\/)(?:bench(?:marks?|marking)?|perf)\/|(?:^|\/)bench(?:marks?)?(?:[._-][^/]*)?\.\w+$|[._-]bench(?:marks?)?\.\w+$/i;

/** Folders of test data, whose scripts analysers skip. */
export const testDataFolder =
  /(?:^|\/)(?:fixtures?|__(?:test)?fixtures__|test-?data|test-?cases|snapshots|playgrounds?)\//i;

/** The language in which analysers read a file; undefined if none does. */
export function languageOf(path: string): keyof typeof languages | undefined {
  if (languages.script.test(path)) return 'script';
  return languages.python.test(path) ? 'python' : undefined;
}

const document =
  /\.(?:md|markdown|rst|adoc|asciidoc)$|(?:^|\/)(?:readme|licen[cs]e|copying|notice|authors|contributors|contributing|changelog|changes|news|todo)(?:\.txt)?$/i;

const binding =
  /(?:^|\/)(?:(?:agents|claude|copilot-instructions|gemini|review|skill)\.md|(?:licen[cs]e|copying)(?:\.\w+)?|\.github\/instructions\/.*)$/i;

/** Whether people read a file and no program does. */
export function isDocument(path: string): boolean {
  return document.test(path);
}

/** Whether somebody is bound by a document: a licence, or instructions of agents. */
export function isBinding(path: string): boolean {
  return binding.test(path);
}

/** The kind of a file. Lines that move between files of one kind were reviewed in the same way. */
export function fileKind(path: string): string {
  return `${/\.\w+$/.exec(path)?.[0] ?? ''} ${isTestPath(path)} ${isPassedOver(path)} ${isIdle(path)}`;
}

/** Whether a renamed file was reviewed before as under its new name: in the same language, as strictly. */
export function isReviewedAlike(before: string, after: string): boolean {
  const language = languageOf(after);
  if (language === undefined) return true;
  const isStricter = isLenient(before) && !isLenient(after);
  return languageOf(before) === language && !isStricter;
}

/** Whether a path is one of tests or their data only because of folders whose names are not among the known ones. */
export function isNewlyLenient(path: string, knownFolders: ReadonlySet<string>): boolean {
  return isNewly(isLenient, path, knownFolders);
}

/** Whether a path is of code that does not run only because of folders whose names are not among the known ones. */
export function isNewlyIdle(path: string, knownFolders: ReadonlySet<string>): boolean {
  return isNewly(isIdle, path, knownFolders);
}

/** Whether nobody runs the code at a path: the snippets of documents, and what is kept and not used any more. */
export function isIdle(path: string): boolean {
  return /(?:^|\/)docs?(?:_src)?\//.test(path) || isRetired(path);
}

function isNewly(is: (path: string) => boolean, path: string, knownFolders: ReadonlySet<string>): boolean {
  return is(path) && !is(knownPath(path, knownFolders));
}

/** A path with `-` for each folder whose name is not among the known ones. */
export function knownPath(path: string, knownFolders: ReadonlySet<string>): string {
  const [name = '', ...folders] = path.split('/').reverse();
  return [name, ...folders.map(folder => (knownFolders.has(folder) ? folder : '-'))].reverse().join('/');
}

/** Whether a file is read less strictly because of its path, if at all: tests, their data, vendored and built files. */
export function isLenient(path: string): boolean {
  return isTestPath(path) || isPassedOver(path);
}

function isPassedOver(path: string): boolean {
  return testDataFolder.test(path) || unreviewedPath(path) !== undefined;
}
