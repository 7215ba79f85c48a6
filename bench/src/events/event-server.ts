/** Sends each stream an event of a language model's size every 2 ms, one write each, without end. Argument: the port. */
import { createServer, type ServerResponse } from 'node:http';

const chunk = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content: ' tide' }, finish_reason: null }],
};
const event = `data: ${JSON.stringify(chunk)}\n\n`;
const open = new Set<ServerResponse>();
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  open.add(response.on('close', () => open.delete(response)));
}).listen(Number(process.argv[2]), '127.0.0.1');
setInterval(() => {
  // One that does not read is left out, so that it has no messages for later.
  for (const response of open) if (!response.writableNeedDrain) response.write(event);
}, 2);
