/** The one port of a worker, where the operator wants one: its metrics, for Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Logger } from '../log.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  /** Resolves with the port when it listens, with null when it cannot: load is made all the same. */
  readonly port: Promise<number | null>;
  close(): void;
}

export interface MetricsAccess {
  readonly port: number;
  /** Left out: on loopback only, for everybody there. */
  readonly token?: string | undefined;
}

/** `GET /metrics`. With a token it listens on every interface, and who does not send it is refused. */
export function serveMetrics({ port, token }: MetricsAccess, { read }: Pick<Metrics, 'read'>, log: Logger): MetricsServer {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const may = ({ headers }: IncomingMessage) =>
    token === undefined
      ? /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? '')
      : timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  const server = createServer((request, response) => {
    const refuse = (status: number) => response.writeHead(status, { 'content-type': 'text/plain' }).end();
    if (request.method !== 'GET' || request.url !== '/metrics') return refuse(404);
    if (!may(request)) return refuse(token === undefined ? 403 : 401);
    read().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => refuse(500),
    );
  });
  const listening = Promise.withResolvers<number | null>();
  server.once('error', (error) => {
    log.warn({ port, reason: error.message }, 'the metrics cannot be served');
    listening.resolve(null);
  });
  server.listen(port, token === undefined ? '127.0.0.1' : undefined, () => {
    const address = server.address();
    listening.resolve(typeof address === 'object' && address ? address.port : port);
  });
  return {
    port: listening.promise,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
