/** The server that assistants speak with: its tools, prompts and resources, one definition for every transport. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@plimsoll/client/open-client';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { Tool } from './tool.ts';
import { listExperiments, readOneExperiment } from './tools/experiments.ts';
import { launchAb, launchRun, readBudget, stopExperiment, stopRun, waitExperiment, waitRun } from './tools/loads.ts';
import { listPlans, readPlan } from './tools/plans.ts';
import { compare, listComparisons, listRuns, readComparison, readOneRun } from './tools/runs.ts';

const tools: readonly Tool[] = [
  listPlans,
  readPlan,
  listRuns,
  readOneRun,
  compare,
  listComparisons,
  readComparison,
  listExperiments,
  readOneExperiment,
  readBudget,
  launchRun,
  launchAb,
  waitRun,
  waitExperiment,
  stopRun,
  stopExperiment,
];
/** Arguments are ids, numbers and short lists. */
const mostElements = 500;

/** Not connected yet. `client` asks with the token of who connects; `site`: where people look at what is told, without a slash at its end; null: not known. */
export function openMcpServer({
  client,
  site,
  version,
}: {
  readonly client: Client;
  readonly site: string | null;
  readonly version: string;
}): McpServer {
  const server = new McpServer(
    { name: 'plimsoll', title: mcpWords.title, version },
    { instructions: mcpWords.instructions, maxToolInputElements: mostElements },
  );
  for (const add of tools) add(server, { client, site });
  addPrompts(server);
  addResources(server, { client, site });
  return server;
}
