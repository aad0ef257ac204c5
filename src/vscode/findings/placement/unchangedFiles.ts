import { isBlob } from '../../../git/content/blobId.ts';
import { readLiveText } from './filePlacement.ts';
import type { FoundFile } from './foundFiles.ts';

/** A file of a review whose text is what was reviewed. */
export interface UnchangedFile {
  /** Its path in the reviewed commit, and in the working copy. */
  readonly file: string;
  readonly found: FoundFile;
  /** Its text. */
  readonly live: string;
}

const filesAtOnce = 32;

/**
 * Finds the files of a review that are as they were reviewed, some at a time, so that git need not be asked for them.
 * @param ids of the blobs of the reviewed commit, by path
 * @param find see `findFiles`
 */
export async function* findUnchanged(
  files: readonly string[],
  ids: ReadonlyMap<string, string>,
  find: (files: readonly string[]) => Promise<ReadonlyMap<string, FoundFile>>,
): AsyncGenerator<readonly UnchangedFile[]> {
  const read = async (from: number): Promise<UnchangedFile[]> => {
    const here = [...(await find(files.slice(from, from + filesAtOnce)))];
    return Promise.all(
      here.map(async ([file, found]) => ({ file, found, live: await readLiveText(found.uri, found.size) })),
    );
  };
  let reading = read(0);
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const all = await reading;
    // The next ones are read while these are placed.
    reading = read(from + filesAtOnce);
    reading.catch(() => undefined);
    yield all.filter(({ file, live }) => isBlob(live, ids.get(file) ?? ''));
  }
}
