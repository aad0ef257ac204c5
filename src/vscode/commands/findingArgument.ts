import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { toRange } from '../views/diagnostics.ts';
import type { FindingsView } from '../views/findingsTree/findingsView.ts';
import { drawnAnew } from '../views/findingsTree/redraw.ts';
import type { Row } from '../views/findingsTree/row.ts';
import type { FindingThread } from '../views/commentThreads.ts';
import { isInSight, previewScheme } from '../findings/suggestions/previewTabs.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';

/** What a command is called with by a key in the findings view: package.json says so. */
interface FocusedRow {
  readonly kind: 'focused';
  /** Whether the focus is to stay in the view. What such a key does in any list, it does on rows that are no findings too. */
  readonly keepsFocus?: true;
}

/** What a command about a finding is called with: its id, its row in the tree, its thread or the preview of its suggestion. */
type FindingArgument = string | Row | FocusedRow | FindingThread | vscode.Uri | null | undefined;

type Tree = Pick<FindingsView, 'focusedRow' | 'neighbourOf' | 'focus'>;

type FindingCommand = (...args: readonly [] | readonly [FindingArgument, ...unknown[]]) => Promise<void>;

/**
 * Makes a command about a finding, as it is now, of what is to be done with it. A call without arguments, as from a key,
 * is about the finding at the cursor. One from a row or a thread never is: of one that is gone meanwhile the editor hands
 * over undefined, null or a mere handle. After one from a row, the next row is selected once the finding has left its place.
 * A key that closes or reopens what is in focus meanwhile is about that row, and is left out where another one waits for that.
 */
export function findingCommands(
  worklist: Worklist,
  tree: Tree,
): (use: (item: WorkItem, keepsFocus: boolean) => Promise<void>) => FindingCommand {
  let pressed: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  return use => {
    const run: FindingCommand = async (...args) => {
      const key = isFocused(args[0]) ? args[0] : undefined;
      const row = key && (await tree.focusedRow());
      const keepsFocus = key?.keepsFocus === true;
      if (keepsFocus && row?.kind !== 'finding') {
        await vscode.commands.executeCommand('list.selectAndPreserveFocus');
        return;
      }
      const argument = key === undefined ? args[0] : findingRow(row);
      const item = args.length === 0 ? atCursor(worklist) : given(worklist, argument);
      const next = isFindingRow(argument) ? tree.neighbourOf(item) : undefined;
      await use(item, keepsFocus);
      const hasLeft = worklist.byId(item.finding.id)?.isOpen !== item.isOpen;
      if (next !== undefined && hasLeft) await tree.focus(next);
    };
    return async (...args) => {
      const [argument] = args;
      if (!isFocused(argument) || argument.keepsFocus === true) return run(...args);
      if (isWaiting) return;
      isWaiting = true;
      await pressed;
      isWaiting = false;
      const running = run(...args);
      pressed = running.catch(() => undefined);
      await running;
    };
  };
}

function isFocused(argument: FindingArgument): argument is FocusedRow {
  return has(argument, 'kind') && argument.kind === 'focused';
}

function isFindingRow(argument: FindingArgument): boolean {
  return has(argument, 'kind') && argument.kind === 'finding';
}

/** Whether it is of those that have a property of that name. */
function has<K extends string>(
  argument: FindingArgument,
  name: K,
): argument is Extract<FindingArgument, Readonly<Record<K, unknown>>> {
  return typeof argument === 'object' && argument !== null && name in argument;
}

/** @throws CodeReviewError of kind `input` when the row in focus is no finding's */
function findingRow(row: Row | undefined): Row {
  if (row?.kind === 'finding') return row;
  throw new CodeReviewError('input', t('The row in focus is not a finding.'), t('Go to one with the arrow keys.'));
}

/** @throws CodeReviewError of kind `input` when it is no longer shown, or nobody can tell which one was meant */
function given(worklist: Worklist, argument: FindingArgument): WorkItem {
  // Until its buttons are drawn anew, a tab has those of the preview before it.
  if (has(argument, 'scheme') && !isInSight(argument))
    throw new CodeReviewError(
      'input',
      t('Another suggestion is shown by now, so this was not done.'),
      t('Choose it again.'),
    );
  const id = idOf(argument);
  if (id === undefined) throw drawnAnew();
  const item = worklist.byId(id);
  if (item !== undefined) return item;
  throw new CodeReviewError('input', t('This finding is no longer shown.'), t('Choose one in the Findings view.'));
}

function idOf(argument: FindingArgument): string | undefined {
  if (typeof argument === 'string') return argument;
  if (argument === undefined || argument === null) return undefined;
  if (has(argument, 'scheme')) return previewed(argument);
  if (!('kind' in argument)) return argument.findingId;
  return argument.kind === 'finding' ? argument.item.finding.id : undefined;
}

/** The finding whose suggestion a preview shows. */
function previewed({ scheme, query }: vscode.Uri): string | undefined {
  return scheme === previewScheme ? query : undefined;
}

/** @throws CodeReviewError of kind `input` when there is none */
function atCursor(worklist: Worklist): WorkItem {
  const editor = vscode.window.activeTextEditor;
  const shown = editor && previewed(editor.document.uri);
  if (shown !== undefined) return given(worklist, shown);
  const item =
    editor &&
    worklist.of(editor.document.uri).find(({ finding }) => toRange(finding.range).contains(editor.selection.active));
  if (item !== undefined) return item;
  throw new CodeReviewError('input', t('There is no finding here.'), t('Choose one in the Findings view.'));
}
