/** The least that a Node loop with `ws` can do: each message after the answer to the one before, nothing recorded. Arguments: URL, connections, seconds. */
import { WebSocket } from 'ws';
import { sentMessage } from './sent-message.ts';

const [url = '', connections = '100', seconds = '5'] = process.argv.slice(2);
const endMs = performance.now() + Number(seconds) * 1000;
let came = 0;
for (let i = 0; i < Number(connections); i++) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket
    .on('open', () => socket.send(sentMessage))
    .on('message', () => {
      came++;
      if (performance.now() < endMs) socket.send(sentMessage);
      else socket.terminate();
    });
}
process.on('exit', () => process.stdout.write(JSON.stringify({ perSecond: came / Number(seconds) })));
