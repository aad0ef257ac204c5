import * as vscode from 'vscode';
import { countFindings } from '../../../reviews/current/findingCounts.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import type { FileRow } from './row.ts';

/** Scheme of the addresses of file rows. Of the file's own address the editor would show its number of problems too. */
export const fileRowScheme = 'code-review-file-row';

/** What is beside the name of a file's row. */
interface FileRowNumber {
  /** Open findings. */
  readonly count: number;
  /** Whether one of them is critical or high. */
  readonly isSevere: boolean;
}

/** Makes the address of a file's row: by its path the editor knows the icon, by its query we know the number. */
export function fileRowUri({ file, items }: FileRow): vscode.Uri {
  const query = `${items.length}${isSevere(items) ? '!' : ''}`;
  return vscode.Uri.from({ scheme: fileRowScheme, path: `/${file}`, query });
}

export function readFileRow({ query }: vscode.Uri): FileRowNumber {
  return { count: Number.parseInt(query, 10), isSevere: query.endsWith('!') };
}

/** Whether one of the open findings is critical or high. */
export function isSevere(items: readonly WorkItem[]): boolean {
  const { worst } = countFindings(items);
  return worst === 'critical' || worst === 'high';
}
