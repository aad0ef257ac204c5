import { stat } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { Slices } from '../../core/base/slices.ts';
import { safePath } from '../../core/system/safePath.ts';
import { groupByCurrentPath } from '../../core/placement/groupByCurrentPath.ts';
import type { Finding } from '../../core/review/finding.ts';
import type { IdentifiedComment } from '../../core/placement/placeFindings.ts';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import { findingId, type FindingsRecord } from '../../reviews/current/shownReviews.ts';
import { readEditorUris, type EditorUris } from './editorPlaces.ts';
import { FilePlacement, readLiveText } from './filePlacement.ts';
import type { ReviewedText } from './reviewedText.ts';

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
  /** Receives the files in sight as soon as they are placed. */
  readonly onVisible: (placed: PlacedReview) => void;
}

const filesAtOnce = 64;

/** Returns the findings of a review without their places: of what is not checked out. */
export function unplacedReview(record: FindingsRecord): PlacedReview {
  return { ...emptyPlacement, general: identifyComments(record).map(unplaced) };
}

/** Places the findings of a review in the files as they are now: those in sight first, the others in slices. */
export async function placeReview(record: FindingsRecord, parts: PlacementParts): Promise<PlacedReview> {
  const { reviewedText, opened, slices, isVisible, onVisible } = parts;
  const { root } = record.subject;
  const top = root === undefined ? undefined : await editorPaths.identityOf(root);
  const comments = identifyComments(record);
  if (top === undefined) return unplacedReview(record);
  const byName = Map.groupBy(comments, ({ comment }) => comment.path);
  const inFiles = await Promise.all(
    [...byName].flatMap(([named, ofName]) =>
      named === undefined ? [] : [pathInRepository(top, named).then(file => ({ file, ofName }))],
    ),
  );
  const byPath = new Map<string, IdentifiedComment[]>();
  for (const { file, ofName } of inFiles) byPath.set(file, [...(byPath.get(file) ?? []), ...ofName]);
  const spellings = await readEditorUris(opened);
  const reviewed = await reviewedText.of(record, [...byPath.keys()], file => spellings.uriOf(path.join(top, file)));
  const found = new Map<string, PlaceNow>();
  await Promise.all(
    [...byPath.keys()].map(async file => {
      const place = await placeNow(top, reviewed.pathNow(file), spellings);
      if (place !== undefined) found.set(file, place);
    }),
  );
  const isHere = ([file]: readonly [string, unknown]): boolean => found.has(file);
  const here = new Map([...byPath].filter(isHere));
  const uris = new Map([...found.values()].map(({ uri }) => [uri.toString(), uri]));
  const lines = new Map(
    [...byPath].flatMap(([file, ofFile]) =>
      ofFile.map(({ id, comment }) => {
        return [id, comment.side === 'left' ? reviewed.removedLines(file) : reviewed.lines(file)] as const;
      }),
    ),
  );
  const elsewhere = [...byPath].filter(each => !isHere(each)).flatMap(([, ofFile]) => ofFile);
  const general = [...comments.filter(({ comment }) => comment.path === undefined), ...elsewhere].map(unplaced);
  const identities = new Set([...found.values()].map(({ identity }) => identity));
  const borrowed = new Set([...found.values()].filter(each => each.isBorrowed).map(({ uri }) => uri.toString()));
  const rest = { general, linesOf: (id: string) => lines.get(id), identities, borrowed };
  const grouped = groupByCurrentPath(here, file => found.get(file)?.uri.toString() ?? '').flatMap(each => {
    const uri = uris.get(each.pathNow);
    return uri === undefined ? [] : [{ ...each, uri }];
  });
  const placeAll = async (some: typeof grouped): Promise<FilePlacement[]> => {
    const placed: FilePlacement[] = [];
    for (let from = 0; from < some.length; from += filesAtOnce) {
      const few = some.slice(from, from + filesAtOnce);
      const live = await Promise.all(few.map(({ uri }) => readLiveText(uri)));
      for (const [at, { uri, file, comments: ofFile }] of few.entries()) {
        const texts = { reviewed: reviewed.lines(file), removed: reviewed.removedLines(file) };
        placed.push(new FilePlacement(uri, ofFile, texts, live[at] ?? ''));
        await slices.rest();
      }
    }
    return placed;
  };
  const inSight = await placeAll(grouped.filter(({ uri }) => isVisible(uri)));
  if (inSight.length > 0) onVisible({ ...rest, files: inSight });
  const others = await placeAll(grouped.filter(({ uri }) => !isVisible(uri)));
  return { ...rest, files: [...inSight, ...others] };
}

/** Returns the comments of a review with the ids of their findings. */
export function identifyComments(record: FindingsRecord): IdentifiedComment[] {
  return (record.review.comments ?? []).map((comment, index) => ({ id: findingId(record, index), comment }));
}

/** Makes a finding of a comment whose place is not known. */
export function unplaced({ id, comment }: IdentifiedComment): Finding {
  return { id, comment, state: 'unplaced', range: undefined };
}

interface PlaceNow {
  readonly uri: vscode.Uri;
  readonly identity: string;
  /** Another spelling of the file is open, by which it is shown as long as that is so. */
  readonly isBorrowed: boolean;
}

/** @param top identity of the repository's folder */
async function placeNow(top: string, file: string, spellings: EditorUris): Promise<PlaceNow | undefined> {
  const identity = await fileInside(top, file);
  if (identity === undefined) return undefined;
  // As the disk has its name, unless the path leads over a link: that is another name for the user, too.
  const isSameName = folded(editorPaths.within(top, identity) ?? '') === folded(file);
  const own = spellings.uriOf(isSameName ? identity : path.join(top, file));
  const uri = spellings.openUri(own, identity);
  return { uri, identity, isBorrowed: uri.toString() !== own.toString() };
}

function folded(file: string): string {
  return file.normalize('NFC').toLowerCase();
}

/** Some services keep the prefix that diffs put before paths. */
async function pathInRepository(top: string, file: string): Promise<string> {
  const [, plain] = /^[ab]\/(.+)$/.exec(file) ?? [];
  if (plain === undefined || (await fileInside(top, file)) !== undefined) return file;
  return (await fileInside(top, plain)) === undefined ? file : plain;
}

/**
 * The real path of a file; undefined where it is none, or a link leads out of the repository or into its git directory.
 * @param top identity of the repository's folder
 */
async function fileInside(top: string, file: string): Promise<string | undefined> {
  const identity = await editorPaths.identityOf(path.join(top, file));
  if (identity === undefined) return undefined;
  const inner = editorPaths.within(top, identity);
  if (inner === undefined || safePath(inner) === undefined) return undefined;
  const found = await stat(identity).catch(() => undefined);
  return found?.isFile() === true ? identity : undefined;
}
