/** Fields of HTTP/2 there and back: node:http2 gives some twenty in each answer, and must get the same values in the next request. */
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { listen } from '@plimsoll/testbed/listen';
import { expect, test } from 'vitest';
import { seededRandom } from '../../src/pace/seeded-random.ts';
import { runLoop } from '../support/run-loop.ts';
import { createPlan } from '../support/several-requests.ts';

const fields = 19;
const random = seededRandom(20_261_122);
const below = (number: number) => Math.floor(random() * number);
/** Any byte that may stand in a value, blanks not at its ends; for Huffman short codes as well as long ones. */
const inValue = [...Array.from({ length: 94 }, (_, i) => 33 + i), ...Array.from({ length: 96 }, (_, i) => 160 + i)];
const value = () =>
  String.fromCharCode(
    ...Array.from({ length: 1 + below(60) }, () => (below(2) === 0 ? 97 + below(26) : (inValue[below(inValue.length)] ?? 97))),
  );

/** Gives new values with each `/give`, and counts those that come back wrong with `/take`. */
async function startFields(headerTableSize: number) {
  const kept = ['always', 'the same', 'in every answer'];
  const given = new Map<string, string>();
  const wrong: object[] = [];
  let taken = 0;
  const take = (headers: IncomingHttpHeaders) => {
    taken++;
    const number = String(headers['x-number']);
    for (let i = 0; i < fields; i++) {
      const [got, expected] = [headers[`x-back-${i}`], given.get(`${number} ${i}`)];
      if (got !== expected) wrong.push({ number, i, got, expected });
    }
  };
  let numbers = 0;
  const server = createServer({ settings: { headerTableSize } });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    if (headers[':path'] === '/take') {
      take(headers);
      stream.respond({ ':status': 200 });
      stream.end();
      return;
    }
    const number = numbers++;
    const values: Record<string, string> = { 'x-number': String(number), 'x-kept': kept[number % 3] ?? '' };
    for (let i = 0; i < fields; i++) {
      const one = i % 4 === 0 ? `every fourth ${number % 5}` : value();
      values[`x-give-${i}`] = one;
      given.set(`${number} ${i}`, one);
    }
    stream.respond({ ':status': 200, ...values });
    stream.end();
  });
  return { ...(await listen(server)), wrong, taken: () => taken };
}

test.each([0, 4096, 65_536])('come and go as they are, past a table of %i bytes many times over', async (headerTableSize) => {
  const target = await startFields(headerTableSize);
  const names = Array.from({ length: fields }, (_, i) => i);
  const extract = Object.fromEntries(names.map((i) => [`v${i}`, { header: `x-give-${i}` }]));
  const headers = Object.fromEntries(names.map((i) => [`X-Back-${i}`, `{{v${i}}}`]));
  const requests = [
    { name: 'give', url: `${target.url}/give`, extract: { ...extract, number: { header: 'x-number' } } },
    { name: 'take', url: `${target.url}/take`, headers: { ...headers, 'X-Number': '{{number}}' } },
  ];
  const connection = { client: 'wire', protocol: 'http2', streams: 3 } as const;
  const totals = await runLoop(createPlan(requests, { model: 'closed', connections: 1, requests: 300 }, { connection }));
  await target.close();
  expect([totals.outcomes, target.wrong]).toEqual([{ response: 300 }, []]);
  expect(target.taken()).toBeGreaterThanOrEqual(145);
});
