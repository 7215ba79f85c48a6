/** A plain HTTP server on a free loopback port that answers as a test says. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface HttpTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends its connections, too. */
  close(): Promise<void>;
}

export async function startHttpTarget(answer: RequestListener): Promise<HttpTarget> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
