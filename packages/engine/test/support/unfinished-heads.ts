/** A process that leaves thousands of HTTP/2 heads unread in their middle, and is collected meanwhile. Told the target's URL. */
import { connect } from 'node:net';
import { Client } from 'undici';
import { keepSessionHandles } from '../../src/undici/keep-session-handle.ts';

const [url = ''] = process.argv.slice(2);
const { origin, hostname, port } = new URL(url);
const [lanes, lengthMs, patienceMs] = [20, 5000, 100];
keepSessionHandles();

/** Resolves when the request has failed, as all of them do, and its connection is gone. */
function leaveOne(): Promise<void> {
  return new Promise((left) => {
    const socket = Object.assign(connect(Number(port), hostname), { alpnProtocol: 'h2' });
    socket.on('error', () => undefined);
    const client = new Client(origin, {
      allowH2: true,
      h2Options: { useH2c: true },
      connect: (_where, done) => socket.once('connect', () => done(null, socket)),
    });
    const over = () =>
      client.destroy(new Error('left'), () => {
        socket.destroy();
        left();
      });
    client.dispatch(
      { path: '/', method: 'GET' },
      {
        onRequestStart: (controller) => void setTimeout(() => controller.abort(new Error('too long')), patienceMs),
        onResponseStart: () => undefined,
        onResponseData: () => undefined,
        onResponseEnd: over,
        onResponseError: over,
      },
    );
  });
}

const end = performance.now() + lengthMs;
const collecting = setInterval(() => globalThis.gc?.(), 1000);
let leftUnread = 0;
await Promise.all(
  Array.from({ length: lanes }, async () => {
    while (performance.now() < end) {
      await leaveOne();
      leftUnread++;
    }
  }),
);
clearInterval(collecting);
process.send?.(leftUnread);
process.disconnect?.();
