/** A program: writes to a path what k6 would write of 1000 requests/s, so many bytes of it, as `gzip` or `plain`; says how many requests those are. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const [, , path = '', bytes = '0', packing = 'plain'] = process.argv;
const perSecond = 1000;
const metrics = ['reqs', 'duration', 'blocked', 'connecting', 'tls_handshaking', 'sending', 'waiting', 'receiving', 'failed'];
const url = 'http://127.0.0.1:1/';
const tags = JSON.stringify({
  expected_response: 'true',
  group: '',
  method: 'GET',
  name: url,
  proto: 'HTTP/1.1',
  scenario: 'a',
  status: '200',
  url,
});

function linesOf(at: number): string {
  const time = new Date(1_795_357_000_000 + (at * 1000) / perSecond).toISOString();
  const value = 1 + ((at * 7919) % 10_007) / 100;
  return metrics
    .map((name) => `{"metric":"http_req_${name}","type":"Point","data":{"time":"${time}","value":${value},"tags":${tags}}}\n`)
    .join('');
}

let requests = 0;
async function* lines() {
  for (let written = 0; written < Number(bytes); requests += 500) {
    const text = Array.from({ length: 500 }, (_, at) => linesOf(requests + at)).join('');
    written += text.length;
    yield text;
  }
}

const file = createWriteStream(path);
await (packing === 'gzip' ? pipeline(lines, createGzip({ level: 1 }), file) : pipeline(lines, file));
process.stdout.write(String(requests));
