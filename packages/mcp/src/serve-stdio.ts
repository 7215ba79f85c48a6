/** Standard input and output: one line a message, for a program that starts us. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { openMcpServer } from './open-mcp-server.ts';

/** Resolves when `ended` aborts. */
export async function serveStdio(options: Parameters<typeof openMcpServer>[0], ended: AbortSignal): Promise<void> {
  const server = openMcpServer(options);
  await server.connect(new StdioServerTransport());
  if (!ended.aborted) await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve(), { once: true }));
  await server.close();
}
