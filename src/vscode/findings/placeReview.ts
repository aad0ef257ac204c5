import { stat } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import { safePath } from '../../core/system/safePath.ts';
import { groupByCurrentPath } from '../../core/placement/groupByCurrentPath.ts';
import type { Finding } from '../../core/review/finding.ts';
import type { IdentifiedComment } from '../../core/placement/placeFindings.ts';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import { readEditorUris, type EditorUris } from './editorPlaces.ts';
import { FilePlacement } from './filePlacement.ts';
import type { ReviewedText } from './reviewedText.ts';

/** The lines that a finding's numbers count, those of its side of the review; undefined where they are not known. */
export type ReviewedLines = (findingId: string) => readonly string[] | undefined;

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

/** Places the findings of a review in the files as they are now. @param opened as `readEditorUris` takes it */
export async function placeReview(
  record: SettledRecord,
  reviewedText: ReviewedText,
  opened: readonly EditorFolder[],
): Promise<PlacedReview> {
  const { root } = record.subject;
  const top = root === undefined ? undefined : await editorPaths.identityOf(root);
  const comments = (record.review.comments ?? []).map((comment, index) => ({ id: findingId(record, index), comment }));
  if (top === undefined) return { ...emptyPlacement, general: comments.map(unplaced) };
  const inFiles = await Promise.all(
    comments.flatMap(each => {
      const { path: named } = each.comment;
      return named === undefined ? [] : [pathInRepository(top, named).then(file => ({ file, each }))];
    }),
  );
  const byPath = new Map(
    [...Map.groupBy(inFiles, ({ file }) => file)].map(([file, ofFile]) => [file, ofFile.map(({ each }) => each)]),
  );
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
  const files = await Promise.all(
    groupByCurrentPath(here, file => found.get(file)?.uri.toString() ?? '').flatMap(
      ({ file, pathNow, comments: ofFile }) => {
        const uri = uris.get(pathNow);
        const texts = { reviewed: reviewed.lines(file), removed: reviewed.removedLines(file) };
        return uri === undefined ? [] : [FilePlacement.open(uri, ofFile, texts)];
      },
    ),
  );
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
  return { files, general, linesOf: id => lines.get(id), identities, borrowed };
}

/** The id of the finding that a comment of a review becomes. @param index of the comment */
export function findingId({ reviewId }: SettledRecord, index: number): string {
  return `${reviewId}/${index}`;
}

function unplaced({ id, comment }: IdentifiedComment): Finding {
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
