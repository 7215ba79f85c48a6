/**
 * A target whose delays are known: 5 ms, every hundredth request 200 ms, and one freeze of the whole process. Argument: port,
 * freeze after ms (counted from the first request), freeze for ms.
 */
import { createServer } from 'node:http';

const [port = 0, freezeAfterMs = 0, freezeForMs = 0] = process.argv.slice(2).map(Number);
let requests = 0;
const server = createServer((_request, response) => {
  if (requests++ === 0 && freezeForMs > 0)
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, freezeForMs), freezeAfterMs);
  setTimeout(() => response.end('hello, world\n'), requests % 100 === 0 ? 200 : 5);
});
server.keepAliveTimeout = 600_000;
server.listen({ port, host: '127.0.0.1', backlog: 4096 }, () => process.stdout.write('ready\n'));
