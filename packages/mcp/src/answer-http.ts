/** Streamable HTTP without sessions: each request is answered by a server of its own, as JSON. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { openMcpServer } from './open-mcp-server.ts';

/** `body`: as it was read already. `gone` aborts when nobody waits for the answer any more, which ends what is under way; the answer is then null. */
export async function answerHttp(
  options: Parameters<typeof openMcpServer>[0],
  request: Request,
  body: unknown,
  gone: AbortSignal,
): Promise<Response | null> {
  const server = openMcpServer(options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const nobody = new Promise<null>((resolve) => gone.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), nobody]);
  } finally {
    await server.close();
  }
}
