import { plainLine } from '../../../core/base/text.ts';
import type { CommandContext } from '../command.ts';

/** One line on a terminal that says how far a review is, and is gone when it ends. */
export interface ProgressLine {
  /** @param share from 0 to 1 */
  show(stage: string, share: number): void;
  clear(): void;
}

/** Nothing is shown where the output is piped, or the terminal cannot erase a line. */
export function progressLine({ stdout, stderr, env }: Pick<CommandContext, 'stdout' | 'stderr' | 'env'>): ProgressLine {
  const isTerminal = [stdout, stderr].every(stream => 'isTTY' in stream && stream.isTTY === true);
  if (!isTerminal || env['TERM'] === 'dumb') return { show: () => undefined, clear: () => undefined };
  const erase = '\r\u001b[K';
  let isShown = false;
  return {
    show: (stage, share) => {
      const width = ('columns' in stderr && Number(stderr.columns)) || 80;
      stderr.write(erase + plainLine(`${Math.floor(share * 100)} % ${stage}`).slice(0, width - 1));
      isShown = true;
    },
    clear: () => {
      if (isShown) stderr.write(erase);
      isShown = false;
    },
  };
}
