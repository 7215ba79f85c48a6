/** Servers whose answers about their types have no end: the question is given up with a reason, long before they cost much. */
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { planSchema } from '@plimsoll/contracts/plan';
import { type Listener, listen } from '@plimsoll/testbed/listen';
import { afterEach, expect, test } from 'vitest';
import { settleDefinition } from '../../src/grpc/settle-definition.ts';
import { loopbackOnly } from '../support/harness.ts';

let server: Listener | null = null;
afterEach(() => server?.close());

async function ask(answer: (stream: ServerHttp2Stream) => void): Promise<unknown> {
  const listening = createServer().on('stream', (stream) => {
    stream.on('error', () => {});
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    answer(stream);
  });
  listening.on('sessionError', () => {});
  server = await listen(listening);
  const plan = planSchema.parse({
    version: 1,
    name: 'asked',
    target: {
      url: `grpc://127.0.0.1:${server.port}`,
      grpc: { call: 'test.Echo/Unary', reflection: true },
    },
    connection: { protocol: 'grpc' },
    load: { model: 'closed', connections: 1, requests: 1 },
  });
  return settleDefinition(plan, loopbackOnly).catch((error: unknown) => (error instanceof Error ? error.message : error));
}

/** A number as protocol buffers write it. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
const field = (number: number, bytes: Uint8Array) =>
  Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
/** An answer with one file, which is called `name`, needs another and has `filler` bytes that say nothing. */
function fileAnswer(name: string, needs: string, filler = 0): Buffer {
  const file = Buffer.concat([field(1, Buffer.from(name)), field(3, Buffer.from(needs)), field(999, Buffer.alloc(filler))]);
  const message = field(4, field(1, file));
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

test('files that always need another one', async () => {
  let files = 0;
  const said = await ask((stream) => stream.on('data', () => stream.write(fileAnswer(`${files}.proto`, `${++files}.proto`))));
  expect([said, files]).toEqual([expect.stringContaining('more than 1000 files'), 1000]);
});

test('files that need each other are read once', async () => {
  let questions = 0;
  await ask((stream) =>
    stream.on('data', () => {
      questions++;
      stream.write(fileAnswer(questions % 2 === 1 ? 'a.proto' : 'b.proto', questions % 2 === 1 ? 'b.proto' : 'a.proto'));
    }),
  );
  expect(questions).toBe(2);
});

test('files that are larger together than any definition', async () => {
  let files = 0;
  const said = await ask((stream) => stream.on('data', () => stream.write(fileAnswer(`${files}.proto`, `${++files}.proto`, 500_000))));
  expect(String(said)).toMatch(/2 MB/);
  expect(files).toBeLessThan(10);
});

test('an answer that says it has gigabytes', async () => {
  const said = await ask((stream) =>
    stream.once('data', () => {
      stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]));
      const more = () => {
        while (!stream.destroyed && stream.write(Buffer.alloc(65_536)));
      };
      stream.on('drain', more);
      more();
    }),
  );
  expect(said).toContain('an answer is too large');
});
