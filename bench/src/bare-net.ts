/** The least Node can do: a connection for each request on bare sockets, nothing recorded. Arguments: URL, connections, seconds. */
import { connect } from 'node:net';

const [url = '', connections = '100', seconds = '5'] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
const request = Buffer.from(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
const endMs = performance.now() + Number(seconds) * 1000;
let done = 0;
function again(): void {
  if (performance.now() >= endMs) return;
  let answered = false;
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on('connect', () => socket.write(request));
  socket.on('data', (bytes) => {
    if (answered || !bytes.includes('\r\n\r\n')) return;
    answered = true;
    done++;
    again();
  });
  socket.on('error', again);
}
for (let i = 0; i < Number(connections); i++) again();
process.on('exit', () => process.stdout.write(JSON.stringify({ perSecond: done / Number(seconds) })));
