/** Many viewers of one run in a process of their own, so that they and the API do not share an event loop. Forked by tests. */
import { connect } from 'node:net';

export interface CrowdOrder {
  readonly url: string;
  readonly viewers: number;
  /** Shared out among the viewers. */
  readonly tokens: readonly string[];
}

/** Which seconds a viewer was told after the snapshot, and when, in ms of the machine's monotonic clock. */
export type Told = readonly (readonly [second: number, atMs: number])[];
/** `open`: all viewers have their snapshot. */
export type FromCrowd = { readonly kind: 'open' } | { readonly kind: 'told'; readonly told: readonly Told[] };

function watch(url: URL, token: string, onOpen: () => void): [number, number][] {
  const told: [number, number][] = [];
  const socket = connect(Number(url.port), url.hostname).setEncoding('utf8');
  let rest = '';
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const atMs = Number(process.hrtime.bigint()) / 1e6;
    rest += data;
    const end = rest.lastIndexOf('\n\n');
    const text = rest.slice(0, Math.max(0, end));
    rest = rest.slice(Math.max(0, end));
    if (text.includes('event: snapshot')) onOpen();
    for (const [, second] of text.matchAll(/event: sample\ndata: \{"second":(\d+)/g)) told.push([Number(second), atMs]);
  });
  socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return told;
}

function tell(message: FromCrowd): void {
  process.send?.(message);
}

let told: [number, number][][] = [];
process.on('message', (order: CrowdOrder | 'tell') => {
  if (order === 'tell') return tell({ kind: 'told', told });
  let open = 0;
  const onOpen = () => {
    open += 1;
    if (open === order.viewers) tell({ kind: 'open' });
  };
  const { tokens, viewers } = order;
  told = Array.from({ length: viewers }, (_, at) => watch(new URL(order.url), tokens[at % tokens.length] ?? '', onOpen));
});
process.on('disconnect', () => process.exit(0));
