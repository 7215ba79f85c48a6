/** Stands before a target and takes connections at once, but holds back the first bytes of each: a slow TLS handshake. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface HoldingRelay {
  readonly port: number;
  /** How long each connection was really held, ms. */
  readonly heldMs: readonly number[];
  close(): Promise<void>;
}

export async function startHoldingRelay(targetPort: number, holdMs: number): Promise<HoldingRelay> {
  const sockets = new Set<Socket>();
  const heldMs: number[] = [];
  const kept = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer({ noDelay: true }, (outer) => {
    kept(outer);
    outer.once('readable', () => {
      const fromMs = performance.now();
      setTimeout(() => {
        heldMs.push(performance.now() - fromMs);
        const inner = kept(connect({ host: '127.0.0.1', port: targetPort, noDelay: true }));
        outer.pipe(inner).pipe(outer);
        outer.on('close', () => inner.destroy());
        inner.on('close', () => outer.destroy());
      }, holdMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heldMs,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
