/**
 * Result files may have gigabytes: one gets as much time as it needs, while it goes on coming. Any other request that did not come whole within the server's
 * `requestTimeout` is closed by Node.
 */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The least bytes of an upload in each `requestTimeoutMs`: nobody holds its place by a drip. */
const leastBytes = 256 * 1024;
const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

export function addSlowUploadLimit(app: FastifyInstance, requestTimeoutMs: number): void {
  /** Sockets whose request is timed here, not by Node. */
  const uploading = new WeakSet<Socket>();
  const close = (socket: Socket) => {
    uploading.delete(socket);
    app.server.emit('clientError', Object.assign(new Error('Request timeout'), { code: timeoutCode }), socket);
  };
  // Node would close the socket itself if nobody listened; Fastify's own listener answers 408, and closes it.
  const answers = app.server.listeners('clientError');
  app.server.removeAllListeners('clientError');
  app.server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === timeoutCode && uploading.has(socket)) return;
    for (const answer of answers) answer.call(app.server, error, socket);
  });
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { socket } = raw;
    // A request that was never on a wire (`inject`) has no real one.
    if (!routeOptions.config.takesResult || raw.complete || !(socket instanceof Socket)) return;
    uploading.add(socket);
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) clearInterval(timer);
      else if (socket.bytesRead - read < leastBytes) close(socket);
      read = socket.bytesRead;
    }, requestTimeoutMs).unref();
    raw.once('close', () => {
      clearInterval(timer);
      uploading.delete(socket);
    });
  });
}
