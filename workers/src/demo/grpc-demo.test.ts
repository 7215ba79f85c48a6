import { once } from 'node:events';
import { createServer } from 'node:net';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { demoProto } from '@plimsoll/contracts/demo-service';
import { listen } from '@plimsoll/testbed/listen';
import protobuf from 'protobufjs';
import { afterAll, expect, it } from 'vitest';
import { createGrpcStats } from './demo-calls.ts';
import { createGrpcDemo } from './grpc-demo.ts';

const stats = createGrpcStats();
const { root } = protobuf.parse(demoProto);
const service = root.lookupService('plimsoll.demo.Demo');
const demo = createGrpcDemo(stats);
const { port, close } = await listen(createServer((socket) => demo.injectConnection(socket)));
const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
afterAll(() => {
  client.close();
  return close();
});

const pass = (bytes: Buffer) => bytes;

interface Ended {
  readonly status: string;
  readonly answers: object[];
}

/** Sends all of `messages`, half-closes, and hears the call to its end. */
async function call(name: string, metadata: Record<string, string>, messages: object[]): Promise<Ended> {
  const method = service.methods[name];
  if (!method) throw new RangeError(name);
  const input = root.lookupType(`plimsoll.demo.${method.requestType}`);
  const output = root.lookupType(`plimsoll.demo.${method.responseType}`);
  const given = new Metadata();
  for (const [key, value] of Object.entries(metadata)) given.set(key, value);
  const stream = client.makeBidiStreamRequest(`/plimsoll.demo.Demo/${name}`, pass, pass, given);
  const answers: object[] = [];
  stream.on('data', (bytes: Buffer) => answers.push(output.decode(bytes).toJSON())).on('error', () => undefined);
  const ended = new Promise<string>((resolve) => stream.once('status', ({ code }) => resolve(status[code])));
  for (const message of messages) stream.write(input.encode(message).finish() as Buffer);
  stream.end();
  return { status: await ended, answers };
}

it('each method does what it says, and counts it', async () => {
  expect(await call('Echo', {}, [{ text: 'ahoy' }])).toEqual({ status: 'OK', answers: [{ text: 'ahoy' }] });
  expect(await call('Countdown', {}, [{ count: 3, gapMs: 1 }])).toEqual({ status: 'OK', answers: [{ left: 3 }, { left: 2 }, { left: 1 }] });
  expect((await call('Countdown', {}, [{}])).answers).toHaveLength(10);
  expect(await call('Sum', {}, [{ value: 1.5 }, { value: 2 }])).toEqual({ status: 'OK', answers: [{ sum: 3.5, count: 2 }] });
  expect((await call('Countdown', {}, [{ count: 20_000 }])).answers).toHaveLength(20_000);
  expect(stats).toEqual({ calls: 5, open: 0, statuses: { OK: 5 }, messages: { received: 6, sent: 20_015 } });
});

it('a chat answers each message after its delay, one after the other', async () => {
  const texts = Array.from({ length: 1500 }, (_, nth) => ({ text: `${nth}` }));
  expect(await call('Chat', {}, texts)).toEqual({ status: 'OK', answers: texts });
  const began = performance.now();
  const { status: ended, answers } = await call('Chat', { 'delay-ms': '10', 'jitter-ms': '5' }, texts.slice(0, 20));
  expect([ended, answers]).toEqual(['OK', texts.slice(0, 20)]);
  expect(performance.now() - began).toBeGreaterThan(20 * 5 - 1);
});

it('the error rate ends calls with INTERNAL, and what is over the capacity with RESOURCE_EXHAUSTED', async () => {
  const chat = (metadata: Record<string, string>, count: number) => call('Chat', metadata, new Array(count).fill({ text: 'x' }));
  for (const method of service.methodsArray)
    expect(await call(method.name, { 'error-rate': '1' }, [{}])).toEqual({ status: 'INTERNAL', answers: [] });
  expect((await chat({ capacity: '100' }, 500)).status).toBe('RESOURCE_EXHAUSTED');
  const { status: ended, answers } = await chat({ capacity: '1000' }, 100);
  expect([ended, answers.length]).toEqual(['OK', 100]);
  expect(stats.open).toBe(0);
});

it.each(['v1', 'v1alpha'])('it says what it offers (%s)', async (version) => {
  const stream = client.makeBidiStreamRequest(`/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, pass, pass);
  const next = () => new Promise<string>((resolve) => stream.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1'))));
  const ask = (field: number, text: string) => {
    const question = protobuf.Writer.create().uint32((field << 3) | 2);
    stream.write(question.string(text).finish() as Buffer);
    return next();
  };
  expect(await ask(7, '*')).toContain('plimsoll.demo.Demo');
  expect(await ask(4, 'plimsoll.demo.Demo')).toContain('Countdown');
  expect(await ask(4, 'not.There')).toContain('no symbol not.There');
  const ended = once(stream, 'status');
  stream.end();
  // One that is still open when the server goes is an error that nobody hears.
  expect(await ended).toMatchObject([{ code: status.OK }]);
});
