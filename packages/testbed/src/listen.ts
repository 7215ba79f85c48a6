/** A server of a test on a free loopback port. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Listener {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends its connections, too. */
  close(): Promise<void>;
}

export async function listen(server: Server): Promise<Listener> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
