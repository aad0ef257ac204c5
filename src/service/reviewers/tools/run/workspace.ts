import { lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder } from '../../../../files/temporaryFolder.ts';
import type { Git } from '../../../../git/run/git.ts';
import type { DiffFile } from '../../../engine/diff/diffModel.ts';
import { exportTree } from './exportTree.ts';
import { ToolFailure } from '../toolFailure.ts';

/** The reviewed commit, and a folder for copies of it. */
export interface ReviewedTree {
  readonly git: Git;
  /** Absolute path of the repository. */
  readonly root: string;
  /** Full hash of the reviewed commit. */
  readonly head: string;
  /** Absolute path of a folder for copies. */
  readonly temporaryFolder: string;
}

/** A folder that has the reviewed files as in the head. */
export interface ToolWorkspace {
  readonly folder: string;
  readonly isCopy: boolean;
  /** Deletes the folder if it is a copy. */
  dispose(): Promise<void>;
}

/**
 * The working tree if its changed files are those of the head, since packages and caches are there; else a copy of the
 * head's tree. Undefined if the head is neither checked out nor staged: a tool runs code of the tree that it checks, such
 * as its configuration, and the user trusts that code only by checking it out.
 */
export async function toolWorkspace(
  tree: ReviewedTree,
  files: readonly DiffFile[],
  signal: AbortSignal,
): Promise<ToolWorkspace | undefined> {
  const same = await Promise.all(files.map(file => isOnDisk(tree.root, file)));
  if (files.length > 0 && same.every(Boolean)) return workingTree(tree.root);
  return (await isOwn(tree, signal)) ? commitCopy(tree, tree.head, signal) : undefined;
}

/**
 * The same for a tool that reads more than the changed files: a copy, too, where the working tree has files that the
 * head, which is checked out, does not have like that.
 */
export async function projectWorkspace(
  tree: ReviewedTree,
  files: readonly DiffFile[],
  signal: AbortSignal,
): Promise<ToolWorkspace | undefined> {
  const { git, root, head } = tree;
  const isSame = (await git.tryRun(root, ['diff-index', '--quiet', head, '--'], { signal })) !== undefined;
  // Where files were only deleted, none shows what is checked out.
  const place = files.length === 0 && isSame ? workingTree(root) : await toolWorkspace(tree, files, signal);
  if (place === undefined || place.isCopy || !(await isOwn(tree, signal))) return place;
  const list = ['ls-files', '--others', '--exclude-standard', '--directory', '--no-empty-directory'];
  const others = await git.run(root, list, { signal });
  return isSame && others === '' ? place : commitCopy(tree, head, signal);
}

function workingTree(folder: string): ToolWorkspace {
  return { folder, isCopy: false, dispose: () => Promise.resolve() };
}

/**
 * A copy that may be changed. If the head is not checked out, all files but the reviewed ones are those of the commit
 * that is.
 */
export async function workspaceCopy(
  tree: ReviewedTree,
  files: readonly DiffFile[],
  signal: AbortSignal,
): Promise<ToolWorkspace> {
  const copy = await commitCopy(tree, (await isOwn(tree, signal)) ? tree.head : 'HEAD', signal);
  const top = await realpath(copy.folder);
  for (const { path: name, text } of files) {
    const file = path.join(top, name);
    await mkdir(path.dirname(file), { recursive: true });
    // Behind a link, the user's own file would be written and fixed.
    if ((await realpath(path.dirname(file))) === path.dirname(file)) await writeFile(file, text);
    else throw new ToolFailure(`${name} cannot be copied`);
  }
  return copy;
}

/** A copy of a commit's tree. */
export async function commitCopy(
  { git, root, temporaryFolder }: ReviewedTree,
  commit: string,
  signal: AbortSignal,
): Promise<ToolWorkspace> {
  const copy = await makeTemporaryFolder(temporaryFolder, 'code-review-tool-');
  const removeNow = (): void => copy.removeNow();
  process.once('exit', removeNow);
  const dispose = async (): Promise<void> => {
    await copy.remove();
    process.off('exit', removeNow);
  };
  const folder = copy.path;
  try {
    await exportTree(git, root, commit, folder, signal);
    return { folder, isCopy: true, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Line endings may differ, since git may convert them. */
async function isOnDisk(root: string, { path: name, text }: DiffFile): Promise<boolean> {
  const file = path.join(root, name);
  try {
    if (!(await lstat(file)).isFile()) return false;
    const found = await readFile(file, 'utf8');
    return found === text || normalized(found) === normalized(text);
  } catch {
    return false;
  }
}

function normalized(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

async function isOwn({ git, root, head }: ReviewedTree, signal: AbortSignal): Promise<boolean> {
  if ((await git.tryRun(root, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'], { signal })) === head) return true;
  return (await git.tryRun(root, ['diff-index', '--cached', '--quiet', head, '--'], { signal })) !== undefined;
}
