import type * as vscode from 'vscode';
import type { Slices } from '../../../core/base/slices.ts';
import { stampOf } from '../../../files/fileStamps.ts';
import { fileInside } from '../../../git/repository/fileInside.ts';
import { openDocuments } from './decodeText.ts';
import { readLiveText, type FilePlacement } from './filePlacement.ts';
import type { FoundFile } from './foundFiles.ts';

type SeenFile = Pick<FoundFile, 'identity' | 'stamp'>;

/** The files of a placed review as they were on disk when its findings were placed, for what other programs do to them. */
export class DiskFiles {
  readonly #top: string;
  readonly #seen = new Map<FilePlacement, SeenFile>();
  readonly #missing = new Set<string>();

  /** @param top identity of the repository's folder */
  constructor(top: string) {
    this.#top = top;
  }

  /** Notes a file whose text was read after it was found. */
  note(placement: FilePlacement, { identity, stamp }: SeenFile): void {
    this.#seen.set(placement, { identity, stamp });
  }

  /** Notes a file of the review that is not there. @param file its path in the repository */
  miss(file: string): void {
    this.#missing.add(file);
  }

  /**
   * Finds the findings again in the files that were written since. What an open document holds counts more.
   * @returns those whose findings changed; `undefined` where a file is gone or there again, so that all are to be placed anew
   */
  async look(slices: Slices): Promise<readonly vscode.Uri[] | undefined> {
    for (const file of this.#missing) {
      if (fileInside(this.#top, file) !== undefined) return undefined;
      await slices.rest();
    }
    const changed: vscode.Uri[] = [];
    for (const [placement, { identity, stamp: before }] of this.#seen) {
      await slices.rest();
      const { uri } = placement;
      const stamp = stampOf([identity]);
      if (stamp === '') return undefined;
      if (stamp === before || openDocuments().has(uri.toString())) continue;
      const text = await readLiveText(uri, Number(stamp.split(' ')[1]));
      if (text === undefined) return undefined;
      this.#seen.set(placement, { identity, stamp });
      changed.push(...placement.place(text));
    }
    return changed;
  }
}
