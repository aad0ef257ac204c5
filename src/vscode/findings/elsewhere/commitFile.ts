import path from 'node:path';
import * as vscode from 'vscode';
import { safePath } from '../../../core/system/safePath.ts';

/** The scheme of files as they are in a commit. */
export const commitFileScheme = 'code-review-file';

/** A file of a repository in a commit. */
interface CommitFile {
  /** Real path of the repository's top folder. */
  readonly root: string;
  /** Full hash. */
  readonly commit: string;
  /** Path in the commit, with `/`. */
  readonly path: string;
}

/** Returns the URI that opens a file as it is in a commit. @param folder what the path begins with, such as "orders #7" */
export function commitFileUri({ root, commit, path: file }: CommitFile, folder: string): vscode.Uri {
  const query = JSON.stringify([root, commit, file]);
  return vscode.Uri.from({ scheme: commitFileScheme, path: `/${folder}/${file}`, query });
}

/** Parses such a URI, which anybody may make. */
export function parseCommitFileUri({ query }: vscode.Uri): CommitFile | undefined {
  try {
    const [root, commit, file] = JSON.parse(query) as unknown[];
    const isKnown = typeof root === 'string' && typeof commit === 'string' && typeof file === 'string';
    return isKnown && /^[0-9a-f]{40,64}$/.test(commit) && safePath(file) === file
      ? { root, commit, path: file }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The title of an editor with such a file: "refund.ts (#7)". */
export function commitFileTitle(uri: vscode.Uri, number: number): string {
  return `${path.posix.basename(uri.path)} (#${number})`;
}
