/** The least undici can do: `Client.dispatch` on kept connections, nothing recorded. Arguments: URL, connections, seconds. */
import { Client, type Dispatcher } from 'undici';

const [url = '', connections = '100', seconds = '5'] = process.argv.slice(2);
const { origin } = new URL(url);
const request: Dispatcher.DispatchOptions = { path: '/', method: 'GET' };
const endMs = performance.now() + Number(seconds) * 1000;
let done = 0;
for (let i = 0; i < Number(connections); i++) {
  const client = new Client(origin, { headersTimeout: 0, bodyTimeout: 0 });
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart() {},
    onResponseData() {},
    onResponseEnd() {
      done++;
      if (performance.now() < endMs) client.dispatch(request, handler);
      else void client.destroy();
    },
    onResponseError(_controller, error) {
      throw error;
    },
  };
  client.dispatch(request, handler);
}
process.on('exit', () => process.stdout.write(JSON.stringify({ perSecond: done / Number(seconds) })));
