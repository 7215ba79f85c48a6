/** `plimsoll://runs/{id}` and its kin: what the tools tell, to attach to a conversation. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { isProblem } from '@plimsoll/client/api-problem';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { type Asking, refusalText } from './tool.ts';
import { readExperiment, readRun, tellExperiment, tellRun } from './tools/ask.ts';
import { tellPlan } from './tools/plans.ts';
import { tellComparison } from './tools/runs.ts';

const kinds = {
  runs: {
    name: 'run',
    about: () => mcpWords.resources.run,
    tell: async (asking: Asking, id: string) => tellRun(asking, await readRun(asking, id)),
  },
  plans: { name: 'plan', about: () => mcpWords.resources.plan, tell: tellPlan },
  comparisons: { name: 'comparison', about: () => mcpWords.resources.comparison, tell: tellComparison },
  experiments: {
    name: 'experiment',
    about: () => mcpWords.resources.experiment,
    tell: async (asking: Asking, id: string) => tellExperiment(asking, await readExperiment(asking, id)),
  },
} as const;

export function addResources(server: McpServer, asking: Omit<Asking, 'signal'>): void {
  for (const [folder, { name, about, tell }] of Object.entries(kinds))
    server.registerResource(
      name,
      new ResourceTemplate(`plimsoll://${folder}/{id}`, { list: undefined }),
      { description: about(), mimeType: 'text/plain' },
      async (uri, { id }, { signal }) => {
        try {
          const { text } = await tell({ ...asking, signal }, String(id));
          return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
        } catch (error) {
          if (!isProblem(error)) throw error;
          throw new McpError(ErrorCode.InvalidParams, refusalText(error));
        }
      },
    );
}
