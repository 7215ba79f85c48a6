/** The least node:http2 can do, nothing recorded. Arguments: URL, connections, streams, seconds. */
import { type ClientHttp2Session, connect } from 'node:http2';

const [url = '', connections = '10', streams = '10', seconds = '5'] = process.argv.slice(2);
const endMs = performance.now() + Number(seconds) * 1000;
let done = 0;
function again(session: ClientHttp2Session): void {
  if (performance.now() >= endMs) {
    session.close();
    return;
  }
  const stream = session.request({ ':path': '/' });
  stream.on('data', () => {});
  stream.on('end', () => {
    done++;
    again(session);
  });
  stream.on('error', () => {});
}
for (let i = 0; i < Number(connections); i++) {
  const session = connect(url, { rejectUnauthorized: false });
  session.on('error', () => {});
  for (let j = 0; j < Number(streams); j++) again(session);
}
process.on('exit', () => process.stdout.write(JSON.stringify({ perSecond: done / Number(seconds) })));
