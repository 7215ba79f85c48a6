/** The process of `viewers.ts`. */
import { connect } from 'node:net';
import type { FromViewers, ViewersOrder } from './viewers.ts';

interface Viewer {
  readonly url: URL;
  readonly token: string;
  readonly silent: boolean;
  readonly onOpen: () => void;
}

function watch({ url, token, silent, onOpen }: Viewer): [number, number][] {
  const told: [number, number][] = [];
  const socket = connect(Number(url.port), url.hostname).setEncoding('utf8');
  let rest = '';
  socket.on('error', () => undefined);
  if (silent) socket.pause().once('connect', onOpen);
  else
    socket.on('data', (data) => {
      const atMs = Date.now();
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

function tell(message: FromViewers): void {
  process.send?.(message);
}

let told: [number, number][][] = [];
process.on('message', (order: ViewersOrder | 'tell') => {
  if (order === 'tell') return tell({ kind: 'told', told });
  const { urls, tokens, viewers, silent = false } = order;
  let open = 0;
  const onOpen = () => {
    open += 1;
    if (open === viewers) tell({ kind: 'open' });
  };
  told = Array.from({ length: viewers }, (_, at) =>
    watch({ url: new URL(urls[at % urls.length] ?? ''), token: tokens[at % tokens.length] ?? '', silent, onOpen }),
  );
});
process.on('disconnect', () => process.exit(0));
