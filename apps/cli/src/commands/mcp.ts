/** `plimsoll mcp`: tools for an assistant that starts this command, over standard input and output. */

import { ownVersion } from '../own-version.ts';
import type { ExitReason } from '../result/exit-code.ts';
import { findServer } from '../server/known-server.ts';
import type { Context } from './context.ts';

export async function serveMcp({ server, stop }: Context): Promise<ExitReason> {
  const { client, url } = findServer(server);
  const ended = new AbortController();
  const end = () => ended.abort();
  // A file ends without being closed.
  for (const event of ['end', 'close']) process.stdin.once(event, end);
  stop.addEventListener('abort', end, { once: true });
  // No other command needs it.
  const { serveStdio } = await import('@plimsoll/mcp/serve-stdio');
  await serveStdio({ client, site: url, version: ownVersion }, ended.signal);
  return 'fine';
}
