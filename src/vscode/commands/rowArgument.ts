import type { findingCommands } from './findingArgument.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';

/** What the editor calls the command of a row with: the row, or nothing where it is gone meanwhile; then what is selected. */
type RowArguments<R> = readonly [] | readonly [row: R | null | undefined, ...rest: unknown[]];

type RowCommand<R> = (...args: RowArguments<R>) => Promise<void>;

/**
 * Makes a command that rows have of what is to be done with one; for a row that is gone nothing is. The title of a view
 * must not have it: there the editor hands over the row in focus, which looks the same as a row that is gone.
 */
export function rowCommand<R>(use: (row: R) => unknown): RowCommand<R> {
  return async (...[row]) => {
    await use(present(row));
  };
}

/** Makes a command that rows have, and that can also be called without one, as from the palette; for no title either. */
export function commandWithRow<R>(use: (row: R | undefined) => unknown): RowCommand<R> {
  return async (...args) => {
    await use(args.length === 0 ? undefined : present(args[0]));
  };
}

/** @throws CodeReviewError of kind `input` for a row that is gone */
function present<R>(row: R | null | undefined): R {
  if (row !== undefined && row !== null) return row;
  throw new CodeReviewError('input', t('The view was just drawn anew, so this was not done.'), t('Choose it again.'));
}

type FindingCommands = ReturnType<typeof findingCommands>;

/** Makes commands about a finding of what is to be done with it, which load what they need with the first that is run. */
export function lazyFindingCommands(load: () => Promise<FindingCommands>): FindingCommands {
  return use =>
    async (...args) =>
      (await load())(use)(...args);
}
