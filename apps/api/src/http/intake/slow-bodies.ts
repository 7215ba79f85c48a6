/** Bodies that do not come in time are closed. One that may have gigabytes gets as much time as it needs, while it goes on coming. */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Of a large body in each `requestTimeoutMs`: nobody holds its place by a drip. */
const leastBytes = 256 * 1024;

export function addSlowBodyLimit(app: FastifyInstance, requestTimeoutMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || raw.complete) return;
    const { socket } = raw;
    // A request that was never on a wire (`inject`) has no real one.
    if (!(socket instanceof Socket)) return;
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      const goesOn = routeOptions.config.takesResult === true && socket.bytesRead - read >= leastBytes;
      read = socket.bytesRead;
      if (raw.complete) clearInterval(timer);
      else if (!goesOn)
        app.server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }, requestTimeoutMs).unref();
    raw.once('close', () => clearInterval(timer));
  });
}
