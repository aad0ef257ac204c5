import { defineCommand } from '../command.ts';
import { mcpOptions } from '../options/mcp.ts';

/** The command `mcp`, which runs until the client closes standard input. */
export const mcpCommand = defineCommand({
  about: 'Let agents review and work findings down, over MCP on standard input and output',
  options: mcpOptions,
  notes: [
    'What an agent decides is in the editor at once, and the other way round: both keep it in ~/.code-review, or in the folder that CODE_REVIEW_HOME names.',
  ],
  failureCode: 1,
  load: async () => (await import('../mcp.ts')).mcp,
});
