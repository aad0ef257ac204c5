import { McpServer } from '@modelcontextprotocol/server';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { failure } from './answers.ts';
import { applySuggestion } from './tools/applySuggestion.ts';
import { getReview } from './tools/getReview.ts';
import { listFindings } from './tools/listFindings.ts';
import { markFinding } from './tools/markFinding.ts';
import { readFinding } from './tools/readFinding.ts';
import { reviewChanges } from './tools/reviewChanges.ts';
import type { Tool, ToolParts } from './tools/tool.ts';

const tools: readonly Tool<StandardSchemaWithJSON>[] = [
  reviewChanges,
  getReview,
  listFindings,
  readFinding,
  markFinding,
  applySuggestion,
];

const instructions = `Reviews changes in git repositories on this machine and works their findings down. The user sees the same findings and decisions in the editor.
Review with review_changes before you commit. Go through list_findings, worst first; read_finding has text, code and suggestion. Fix the code, then mark_finding as done. Never mark as done what was not fixed: dismiss it with a reason, or leave it open.`;

/** Makes the MCP server with its tools. */
export function makeServer(version: string, parts: Omit<ToolParts, 'progress' | 'signal'>): McpServer {
  const server = new McpServer(
    { name: 'code-review', title: 'Code Review', version },
    { instructions, enforceStrictCapabilities: true },
  );
  for (const tool of tools) {
    const { name, title, description, input, output, annotations } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations: { title, ...annotations } },
      async (given: unknown, context) => {
        const { signal, notify, _meta } = context.mcpReq;
        let last = -1;
        const progress = (message: string, share: number): void => {
          if (_meta?.progressToken === undefined || share <= last) return;
          last = share;
          const params = { progressToken: _meta.progressToken, progress: share, total: 1, message };
          notify({ method: 'notifications/progress', params }).catch(parts.onError);
        };
        try {
          return await tool.run(given as never, { ...parts, signal, progress });
        } catch (error) {
          return failure(error, parts.log);
        }
      },
    );
  }
  return server;
}
