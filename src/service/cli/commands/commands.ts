import type { Command } from '../command.ts';
import { completionCommand } from './completion.ts';
import { keysCommand } from './keys.ts';
import { mcpCommand } from './mcp.ts';
import { reviewCommand } from './review.ts';
import { serveCommand } from './serve.ts';
import { workCommand } from './work.ts';

/** The commands of the program by name, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  review: reviewCommand,
  serve: serveCommand,
  work: workCommand,
  keys: keysCommand,
  mcp: mcpCommand,
  completion: completionCommand(() => commands),
};
