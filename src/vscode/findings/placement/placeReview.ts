import path from 'node:path';
import type * as vscode from 'vscode';
import type { Slices } from '../../../core/base/slices.ts';
import { groupByCurrentPath, type CurrentFile } from '../../../core/placement/groupByCurrentPath.ts';
import type { Finding } from '../../../core/review/finding.ts';
import type { IdentifiedComment } from '../../../core/placement/placeFindings.ts';
import type { EditorFolder } from '../../../core/system/editorPaths.ts';
import { editorPaths } from '../../../git/repository/editorPaths.ts';
import { pathInRepository } from '../../../git/repository/fileInside.ts';
import { findingId, type FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import { readEditorUris } from '../editorPlaces.ts';
import { FilePlacement, readLiveText, type ReviewedTexts } from './filePlacement.ts';
import { findFiles, type FoundFile } from './foundFiles.ts';
import type { ReviewedFiles, ReviewedText } from './reviewedText.ts';

/** The lines that a finding's numbers count, those of its side of the review; undefined where they are not known. */
type ReviewedLines = (findingId: string) => readonly string[] | undefined;

/** Where the findings of a review are. */
export interface PlacedReview {
  /** Those in files, one entry for each URI. */
  readonly files: readonly FilePlacement[];
  /** Those on the whole review, and those whose path is not in the workspace. */
  readonly general: readonly Finding[];
  readonly linesOf: ReviewedLines;
  /** The real paths of the files. */
  readonly identities: ReadonlySet<string>;
  /** URIs that are used only as long as a document is open by them. */
  readonly borrowed: ReadonlySet<string>;
}

const noTexts: ReviewedTexts = { reviewed: undefined, removed: undefined };

export const emptyPlacement: PlacedReview = {
  files: [],
  general: [],
  linesOf: () => undefined,
  identities: new Set(),
  borrowed: new Set(),
};

/** What `placeReview` needs besides the review. */
export interface PlacementParts {
  readonly reviewedText: Pick<ReviewedText, 'of'>;
  /** As `readEditorUris` takes it. */
  readonly opened: readonly EditorFolder[];
  readonly slices: Slices;
  /** Whether a file is in sight. Such files are placed first. */
  readonly isVisible: (uri: vscode.Uri) => boolean;
  /** Receives all that is placed so far, whenever there is more. */
  readonly onPart: (placed: PlacedReview) => void;
}

const filesAtOnce = 32;

/** Returns the findings of a review without their places: of what is not checked out. */
export function unplacedReview(record: FindingsRecord): PlacedReview {
  return { ...emptyPlacement, general: identifyComments(record).map(unplaced) };
}

/** Places the findings of a review in the files as they are now: those in sight first, the others in slices. */
export async function placeReview(record: FindingsRecord, parts: PlacementParts): Promise<PlacedReview> {
  const { reviewedText, opened, slices, isVisible, onPart } = parts;
  const { root } = record.subject;
  const top = root === undefined ? undefined : await editorPaths.identityOf(root);
  if (top === undefined) return unplacedReview(record);
  const comments = identifyComments(record);
  const byPath = await groupByPath(top, comments);
  const paths = [...byPath.keys()];
  const spellings = await readEditorUris(opened);
  const find = (files: Iterable<string>): Promise<Map<string, FoundFile>> => findFiles(top, files, spellings, slices);
  // Git reads what was reviewed while the disk is looked through.
  const [reviewed, named] = await Promise.all([reviewedText.of(record, paths), find(paths)]);
  const found = await followRenames(paths, named, reviewed, find);
  const elsewhere = paths.filter(file => !found.has(file)).flatMap(file => byPath.get(file) ?? []);
  let placed: PlacedReview = {
    ...emptyPlacement,
    general: [...comments.filter(({ comment }) => comment.path === undefined), ...elsewhere].map(unplaced),
    identities: new Set([...found.values()].map(({ identity }) => identity)),
    borrowed: new Set([...found.values()].filter(each => each.isBorrowed).map(({ uri }) => uri.toString())),
  };
  const texts = new Map<string, ReviewedTexts>();
  const lines = new Map<string, readonly string[] | undefined>();
  const isInSight = (file: string): boolean => {
    const uri = found.get(file)?.uri;
    return uri !== undefined && isVisible(uri);
  };
  for (const some of [paths.filter(isInSight), paths.filter(file => !isInSight(file))]) {
    for (const file of some) {
      const uri = found.get(file)?.uri ?? spellings.uriOf(path.join(top, reviewed.nameOf(file)));
      const [right, left] = [await reviewed.lines(file, uri), await reviewed.removedLines(file, uri)];
      texts.set(file, { reviewed: right, removed: left });
      for (const { id, comment } of byPath.get(file) ?? []) lines.set(id, comment.side === 'left' ? left : right);
      await slices.rest();
    }
    // Another function than before, since it knows more.
    placed = { ...placed, linesOf: id => lines.get(id) };
    const here = some.flatMap(file => (found.has(file) ? [[file, byPath.get(file) ?? []] as const] : []));
    const files = groupByCurrentPath(new Map(here), file => found.get(file)?.uri.toString() ?? '');
    for await (const part of placeFiles(files, found, texts, slices)) {
      placed = { ...placed, files: [...placed.files, ...part] };
      onPart(placed);
    }
  }
  return placed;
}

/** Places the findings of some files, a part of them at a time. */
async function* placeFiles(
  files: readonly CurrentFile<IdentifiedComment>[],
  found: ReadonlyMap<string, FoundFile>,
  texts: ReadonlyMap<string, ReviewedTexts>,
  slices: Slices,
): AsyncGenerator<readonly FilePlacement[]> {
  const all = files.flatMap(({ file, comments }) => {
    const here = found.get(file);
    return here === undefined ? [] : [{ ...here, comments, reviewed: texts.get(file) ?? noTexts }];
  });
  const read = (from: number): Promise<string[]> =>
    Promise.all(all.slice(from, from + filesAtOnce).map(({ uri, size }) => readLiveText(uri, size)));
  let reading = read(0);
  for (let from = 0; from < all.length; from += filesAtOnce) {
    const live = await reading;
    // The next ones are read while these are placed.
    reading = read(from + filesAtOnce);
    reading.catch(() => undefined);
    const part: FilePlacement[] = [];
    for (const [at, { uri, comments, reviewed }] of all.slice(from, from + filesAtOnce).entries()) {
      part.push(new FilePlacement(uri, comments, reviewed, live[at] ?? ''));
      await slices.rest();
    }
    yield part;
  }
}

/** Groups comments by the path of their file in the repository. @param top identity of the repository's folder */
async function groupByPath(
  top: string,
  comments: readonly IdentifiedComment[],
): Promise<Map<string, IdentifiedComment[]>> {
  const byName = Map.groupBy(comments, ({ comment }) => comment.path);
  const names = [...byName.keys()].filter(name => name !== undefined);
  const files = await Promise.all(names.map(name => pathInRepository(top, name)));
  const byPath = new Map<string, IdentifiedComment[]>();
  for (const [at, name] of names.entries()) {
    const file = files[at] ?? name;
    byPath.set(file, [...(byPath.get(file) ?? []), ...(byName.get(name) ?? [])]);
  }
  return byPath;
}

/** Looks again for the files that the reviewed commit has by another name, and for those that were renamed since. */
async function followRenames(
  paths: readonly string[],
  named: ReadonlyMap<string, FoundFile>,
  reviewed: ReviewedFiles,
  find: (files: Iterable<string>) => Promise<Map<string, FoundFile>>,
): Promise<ReadonlyMap<string, FoundFile>> {
  const names = new Map(paths.map(file => [file, reviewed.nameOf(file)]));
  const others = [...names].flatMap(([file, name]) => (file === name ? [] : [name]));
  const here = new Map([...named, ...(await find(others))]);
  // Only a file that is gone can have been renamed. To ask git each time would be most of the work.
  const isWhole = [...names.values()].every(name => here.has(name));
  const renames: ReadonlyMap<string, string> = isWhole ? new Map() : await reviewed.renames();
  const renamed = [...names.values()].flatMap(name => renames.get(name) ?? []);
  const all = new Map([...here, ...(await find(renamed))]);
  return new Map(
    [...names].flatMap(([file, name]) => {
      const place = all.get(renames.get(name) ?? name);
      return place === undefined ? [] : [[file, place] as const];
    }),
  );
}

/** Returns the comments of a review with the ids of their findings. */
export function identifyComments(record: FindingsRecord): IdentifiedComment[] {
  return (record.review.comments ?? []).map((comment, index) => ({ id: findingId(record, index), comment }));
}

/** Makes a finding of a comment whose place is not known. */
export function unplaced({ id, comment }: IdentifiedComment): Finding {
  return { id, comment, state: 'unplaced', range: undefined };
}
