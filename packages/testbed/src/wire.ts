/** The wire between a client and a server, for tests: packets on it can be lost for a while, and it can be led to another server. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

export interface Wire {
  readonly port: number;
  /** Connections that were opened over it so far. */
  opened(): number;
  /**
   * Nothing gets through from now on, in either direction: no byte, no end of a connection, and none is made. As on a real wire, what both
   * sides still wait for comes later, when it is repaired.
   */
  cut(): void;
  repair(): void;
  /** Connections that are made from now on lead to this port; those that stand stay where they are. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

interface Line {
  pass(): void;
  hold(): void;
  destroy(): void;
}

/** One connection. `onOver`: both of its ends are gone. */
function openLine(outer: Socket, serverPort: number, isCut: () => boolean, onOver: () => void): Line {
  let inner: Socket | null = null;
  const ended = new Set<Socket>();
  const passEnd = () => {
    if (isCut()) return;
    if (ended.has(outer)) inner?.destroy();
    if (inner && ended.has(inner)) outer.destroy();
    if (ended.has(outer) && (inner === null || ended.has(inner))) onOver();
  };
  const watched = (socket: Socket) =>
    socket
      .on('error', () => undefined)
      .on('close', () => {
        ended.add(socket);
        passEnd();
      });
  watched(outer);
  return {
    pass() {
      if (inner === null) {
        if (ended.has(outer)) return passEnd();
        inner = watched(connect({ host: '127.0.0.1', port: serverPort, noDelay: true }));
      }
      outer.pipe(inner);
      inner.pipe(outer);
      passEnd();
    },
    hold() {
      if (inner === null) return;
      for (const [from, to] of [
        [outer, inner],
        [inner, outer],
      ] as const) {
        from.unpipe(to);
        from.pause();
      }
    },
    destroy() {
      outer.destroy();
      inner?.destroy();
    },
  };
}

export async function openWire(serverPort: number): Promise<Wire> {
  const lines = new Set<Line>();
  let leadsTo = serverPort;
  let cut = false;
  let opened = 0;
  const server = createServer({ noDelay: true }, (outer) => {
    opened += 1;
    const line = openLine(
      outer,
      leadsTo,
      () => cut,
      () => lines.delete(line),
    );
    lines.add(line);
    if (!cut) line.pass();
  });
  const { port, close } = await listen(server);
  return {
    port,
    opened: () => opened,
    cut() {
      cut = true;
      for (const line of lines) line.hold();
    },
    repair() {
      cut = false;
      for (const line of lines) line.pass();
    },
    leadTo(port) {
      leadsTo = port;
    },
    close: async () => {
      for (const line of lines) line.destroy();
      await close();
    },
  };
}

/** This URL of a server on this machine, over the wire. */
export function overWire(url: string, { port }: Pick<Wire, 'port'>): string {
  const over = new URL(url);
  over.hostname = '127.0.0.1';
  over.port = String(port);
  return over.href;
}
