import type * as vscode from 'vscode';
import type { CurrentReview } from '../../../reviews/current/repositoryReviews.ts';
import type { FindingCounts } from '../../../reviews/current/findingCounts.ts';
import type { RepositoryOverview } from '../../../reviews/current/overview.ts';
import { isWatched, type ReviewRecord, type SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import type { WorkItem } from '../../findings/workItem.ts';

/**
 * A row of the findings tree. By its `id` the editor keeps what is chosen, unfolded and in sight when the tree is drawn
 * anew, and finds the row that was clicked: unique in the tree, and the same for the same thing in the next review too.
 */
export type Row = RepositoryRow | ReviewRow | EarlierRow | GroupRow | FileRow | FindingRow | LackRow | TextRow;

/** What every row has. */
interface AnyRow {
  readonly id: string;
  /** The rows below it, made when it is unfolded. */
  readonly rows: () => readonly Row[];
}

/** A repository, where there are several. */
export interface RepositoryRow extends AnyRow {
  readonly kind: 'repository';
  readonly repository: RepositoryOverview<WorkItem>;
}

/** A review that is current, or was until another branch was checked out. */
export interface ReviewRow extends AnyRow {
  readonly kind: 'review';
  readonly review: CurrentReview;
  /** The open working copy of its repository. */
  readonly root: string | undefined;
  /** Its latest review, which may be under way. */
  readonly record: ReviewRecord;
  readonly counts: FindingCounts;
  /** Whether another service has reviews too, so that the row has to name its own. */
  readonly namesService: boolean;
  readonly collapsed: boolean;
  /** Whether there is nothing below it, since no review has ended and none has found anything. */
  readonly isEmpty: boolean;
}

/** An earlier review of a series. */
export interface EarlierRow extends AnyRow {
  readonly kind: 'earlier';
  readonly record: SettledRecord;
  /** The key of its series. */
  readonly series: string;
}

/** Rows that belong together, with their number. */
export interface GroupRow extends AnyRow {
  readonly kind: 'group';
  readonly label: string;
  readonly icon: string;
  readonly count: number;
  readonly collapsed: boolean;
  /** Whether a review below it is under way. */
  readonly isRunning?: boolean;
}

/** A file with its open findings. */
export interface FileRow extends AnyRow {
  readonly kind: 'file';
  readonly file: string;
  /** Undefined for a file that is not here. */
  readonly uri: vscode.Uri | undefined;
  readonly items: readonly WorkItem[];
  readonly collapsed: boolean;
}

export interface FindingRow extends AnyRow {
  readonly kind: 'finding';
  readonly item: WorkItem;
  /** Whether the row above says which file it is in. */
  readonly isInFile: boolean;
}

/** Says why a review has no result to rely on. */
export interface LackRow extends AnyRow {
  readonly kind: 'lack';
  readonly record: SettledRecord;
}

export interface TextRow extends AnyRow {
  readonly kind: 'text';
  readonly text: string;
  readonly icon: string;
  readonly command?: vscode.Command;
}

/** Makes a row of text. */
export function textRow(id: string, text: string, icon: string, command?: vscode.Command): TextRow {
  return { kind: 'text', id, text, icon, rows: noRows, ...(command === undefined ? {} : { command }) };
}

/** Makes a group of rows; none where there are no rows. */
export function group(id: string, label: string, icon: string, rows: readonly Row[], collapsed = true): GroupRow[] {
  const isRunning = rows.some(row => row.kind === 'review' && isWatched(row.record));
  return rows.length === 0
    ? []
    : [{ kind: 'group', id, label, icon, count: rows.length, collapsed, isRunning, rows: () => rows }];
}

/** The rows below a row that has none. */
export function noRows(): readonly Row[] {
  return [];
}
