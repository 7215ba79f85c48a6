/** Sends each message back. Argument: the port. */
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]), perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('error', () => {}).on('message', (message, binary) => socket.send(message, { binary }));
});
