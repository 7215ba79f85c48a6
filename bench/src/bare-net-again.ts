/**
 * A new connection for each request on sockets that are connected again, nothing recorded: the least that Node's `net` can do.
 * Arguments: URL, connections, seconds.
 */
import { Socket } from 'node:net';

const [url = '', connections = '100', seconds = '5'] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
const request = Buffer.from(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
const buffer = Buffer.allocUnsafeSlow(65_536);
const endMs = performance.now() + Number(seconds) * 1000;
let done = 0;
function open(): void {
  let answered = false;
  const callback = (length: number) => {
    if (answered || !buffer.subarray(0, length).includes('\r\n\r\n')) return true;
    answered = true;
    done++;
    return true;
  };
  const socket = new Socket({ allowHalfOpen: true, noDelay: true, onread: { buffer, callback } });
  const again = () => {
    answered = false;
    if (performance.now() < endMs) socket.connect({ host: hostname, port: Number(port) });
  };
  socket.on('connect', () => socket.write(request));
  // The target closes first, as it does for the engine.
  socket.on('end', () => socket.destroy());
  socket.on('error', () => {});
  socket.on('close', () => process.nextTick(again));
  again();
}
for (let i = 0; i < Number(connections); i++) open();
process.on('exit', () => process.stdout.write(JSON.stringify({ perSecond: done / Number(seconds) })));
