import { FactStore, isDamage, removeStore, type IndexedFile } from '../../repositoryIndex/factStore.ts';
import type { IndexAnswer, IndexTask, MissingFiles } from '../../repositoryIndex/indexTask.ts';
import { filesOf, keptTrees } from '../../repositoryIndex/keptTree.ts';
import { isIndexed } from '../../repositoryIndex/isIndexed.ts';
import type { TreeFiles } from '../../repositoryIndex/treeFiles.ts';
import type { CrossFileFinding } from './check.ts';
import { languages, type AnyLanguage } from './languages.ts';

/** The findings of all checks, and the checks that failed. */
export interface CheckedTrees {
  readonly findings: readonly CrossFileFinding[];
  /** As the rest of a sentence each. */
  readonly failures: readonly string[];
  /** Paths of the changed and deleted files that the checks judge, in each tree that has them. */
  readonly judged: readonly string[];
}

/** Runs a task of the index, in the process of the analysers. */
export async function runIndexTask(task: IndexTask): Promise<IndexAnswer> {
  try {
    const store = await storeAt(task.database);
    if (task.task === 'missing') return { status: 'ok', value: missing(store, task.files) };
    if (task.task === 'check') return { status: 'ok', value: check(store, task) };
    extract(store, task.file, task.text);
    return { status: 'ok', value: undefined };
  } catch (error) {
    if (isDamage(error)) forget(task.database);
    return { status: 'failed', reason: error instanceof Error ? error.message : 'for no known reason' };
  }
}

let opened: { readonly database: string; readonly store: FactStore } | undefined;

async function storeAt(database: string): Promise<FactStore> {
  if (opened?.database !== database) {
    opened?.store.close();
    opened = undefined;
    opened = { database, store: await FactStore.open(database) };
  }
  return opened.store;
}

/** The next review begins it anew. */
function forget(database: string): void {
  opened?.store.close();
  opened = undefined;
  try {
    removeStore(database);
  } catch {
    // Another program holds it, and may do better.
  }
}

/** The languages whose checks may find something in a change. */
function concerned({ changes }: TreeFiles): AnyLanguage[] {
  return languages.filter(language =>
    changes.some(
      ({ path, head }) =>
        isIndexed(path) && (language.isConcernedBy?.(path, head === undefined) ?? language.reads(path)),
    ),
  );
}

function missing(store: FactStore, files: TreeFiles): MissingFiles {
  const asked = concerned(files);
  const isRead = (path: string): boolean => isIndexed(path) && asked.some(language => language.reads(path));
  const needed = filesOf(files).filter(([path]) => isRead(path));
  const isMissing = (file: IndexedFile): boolean =>
    asked.some(language => language.reads(file[0]) && store.get(file, language) === undefined);
  return {
    isConcerned: asked.length > 0,
    needed: needed.length,
    missing: needed.filter(isMissing),
  };
}

/** Keeps what every language knows of a file; nothing if it has no text. */
function extract(store: FactStore, file: IndexedFile, text: string | null): void {
  const [path] = file;
  for (const language of languages.filter(each => each.reads(path))) {
    const facts = text === null ? undefined : language.extract(path, text);
    store.put(file, language, facts === undefined ? null : JSON.stringify(facts));
  }
}

function check(store: FactStore, { files, newLines }: Extract<IndexTask, { task: 'check' }>): CheckedTrees {
  const lines = new Map(newLines.map(([path, numbers]) => [path, new Set(numbers)]));
  const changed = new Map(files.changes.map(({ path }) => [path, lines.get(path) ?? new Set<number>()]));
  const findings: CrossFileFinding[] = [];
  const failures: string[] = [];
  const judged = new Set<string>();
  for (const language of concerned(files)) {
    const change = { ...keptTrees(files, store, language), changed };
    const { base, head } = change;
    const isKnown = (path: string): boolean =>
      [base, head].every(tree => !tree.has(path) || tree.facts(path) !== undefined);
    for (const path of changed.keys()) if (language.judges(path) && isKnown(path)) judged.add(path);
    for (const one of language.checks) {
      try {
        findings.push(...one(change));
      } catch (error) {
        failures.push(`a check of ${language.id} failed: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    }
  }
  return { findings, failures, judged: [...judged] };
}
