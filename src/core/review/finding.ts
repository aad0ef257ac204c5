import { t } from '../base/l10n.ts';
import type { ReviewComment } from './review.ts';

/** How a finding relates to the current text. */
export type FindingState =
  /** Its lines are unchanged since the review. */
  | 'current'
  /** Its lines were edited since the review. */
  | 'changed'
  /** Its lines were moved unchanged. */
  | 'moved'
  /** Its lines were removed, or its file was. */
  | 'outdated'
  /** It is about a whole file, or its place could not be verified; a range is then the one that the service gave. */
  | 'unplaced';

/** A word for where a finding is in relation to its review; empty where it is as reviewed, or that is not known. */
export function placementWord(state: FindingState): string {
  switch (state) {
    case 'current':
    case 'unplaced':
      return '';
    case 'changed':
      return t('changed');
    case 'moved':
      return t('moved');
    case 'outdated':
      return t('outdated');
  }
}

/** What a reader should know of a finding that is `unplaced` in a file, in a few words. */
export function unplacedWords({ range }: Pick<Finding, 'range'>): string {
  return range === undefined ? t('in this file') : t('the line could not be checked');
}

/** A comment of a review, placed in the workspace. */
export interface Finding {
  /** Unique within its review. */
  readonly id: string;
  readonly comment: ReviewComment;
  /** The path of its file in the repository as it is now; undefined where that is not here. */
  readonly path?: string | undefined;
  readonly state: FindingState;
  /** Undefined for a finding about a whole file or the whole review. */
  readonly range: EditorRange | undefined;
}

/** The path of a finding's file as it is now, or as it was in the review where the file is not here. */
export function pathOf({ path, comment }: Pick<Finding, 'path' | 'comment'>): string | undefined {
  return path ?? comment.path;
}

/** The first line of a finding as it is now, or as it was in the review where that is not known; counted from 1. */
export function lineOf({ comment, range }: Pick<Finding, 'range' | 'comment'>): number | undefined {
  return range === undefined ? comment.range?.startLine : range.startLine + 1;
}

/** A range as editors count: lines and UTF-16 columns from 0, the end exclusive. */
export interface EditorRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}
