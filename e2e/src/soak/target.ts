/** A relay between the load and the target that counts: while it is away every connection is refused, and the counts stay. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Target {
  readonly url: string;
  /** Cuts all connections and refuses new ones for so long. */
  away(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function startTarget(countingPort: number): Promise<Target> {
  const sockets = new Set<Socket>();
  const kept = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer({ noDelay: true }, (outer) => {
    const inner = kept(connect({ host: '127.0.0.1', port: countingPort, noDelay: true }));
    kept(outer).pipe(inner).pipe(outer);
    outer.on('close', () => inner.destroy());
    inner.on('close', () => outer.destroy());
  });
  const listen = (port: number) => new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const close = async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async away(ms) {
      await close();
      await sleep(ms);
      await listen(port);
    },
    close,
  };
}
