/** The process of {@link file://./crowd.ts}: raw sockets, so that ten thousand of them are cheap. */
import { type AddressInfo, createServer } from 'node:net';

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const counts = { connections: 0, mostOpen: 0, requests: 0 };
let open = 0;

const server = createServer({ noDelay: true }, (socket) => {
  counts.connections++;
  counts.mostOpen = Math.max(counts.mostOpen, ++open);
  socket.on('error', () => {}).on('close', () => open--);
  let partial = '';
  socket.on('data', (bytes) => {
    const heads = (partial + bytes.toString('latin1')).split('\r\n\r\n');
    partial = heads.pop() ?? '';
    counts.requests += heads.length;
    socket.write(answer.repeat(heads.length));
  });
});
process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send?.((server.address() as AddressInfo).port));
