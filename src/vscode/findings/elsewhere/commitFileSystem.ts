import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';
import { t } from '../../../core/base/l10n.ts';
import { commitFileScheme } from './commitFile.ts';

const mostKept = 20;

/** Serves files of commits, read-only, from the repositories of this window (`code-review-file:`). */
export class CommitFileSystem implements vscode.FileSystemProvider, Disposable {
  readonly #read: (uri: vscode.Uri) => Promise<Uint8Array>;
  readonly #registration: Disposable;
  // The same file is asked for several times when it is opened.
  readonly #kept = new Map<string, Promise<Uint8Array>>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  /** @param read rejects with a `FileSystemError` if there is no such file */
  constructor(read: (uri: vscode.Uri) => Promise<Uint8Array>) {
    this.#read = read;
    const isReadonly = new vscode.MarkdownString(
      t('This pull request is not checked out. Check it out to edit its files.'),
    );
    this.#registration = vscode.workspace.registerFileSystemProvider(commitFileScheme, this, { isReadonly });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: (await this.readFile(uri)).length };
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const name = uri.toString();
    const kept = this.#kept.get(name) ?? this.#read(uri);
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    kept.catch(() => this.#kept.delete(name));
    for (const old of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(old);
    return kept;
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  // The editor asks for none of these, since the file system is registered as read-only.
  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  dispose(): void {
    this.#registration.dispose();
  }
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
