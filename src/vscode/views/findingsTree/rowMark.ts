import * as vscode from 'vscode';
import { plural } from '../../../core/base/l10n.ts';
import { countFindings } from '../../../reviews/current/findingCounts.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import type { FileRow } from './row.ts';

/** Scheme of the addresses of rows with a mark. Of a file's own address the editor would show its number of problems too. */
export const rowScheme = 'code-review-row';

const mostShown = 99;

/** What stands at the end of a row, in sight however narrow the view is. */
export interface RowMark {
  /** One or two characters. */
  readonly badge: string;
  readonly tooltip: string;
  /** The id of a colour of the theme. */
  readonly color?: string;
}

/** Makes the address of a row. @param path of a file, by which the editor knows the icon; empty for another row */
export function markedUri(path: string, mark: RowMark): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, path: `/${path}`, query: JSON.stringify(mark) });
}

/** Makes the address of a file's row. */
export function fileRowUri({ file, items }: FileRow): vscode.Uri {
  return markedUri(file, numberOf(items, items.length));
}

/** The number of open findings, in the colour of the worst. */
export function numberOf(items: readonly WorkItem[], count: number): RowMark {
  const { worst } = countFindings(items);
  const isSevere = worst === 'critical' || worst === 'high';
  return {
    badge: count > mostShown ? '9+' : `${count}`,
    tooltip: plural(count, '{count} open finding of a review', '{count} open findings of a review'),
    color: isSevere ? 'list.errorForeground' : 'list.warningForeground',
  };
}
