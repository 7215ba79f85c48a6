import { createServer, type Socket } from 'node:net';
import { listen } from '@plimsoll/testbed/listen';
import { expect, test } from 'vitest';
import { planFor, wait } from './support/harness.ts';
import { lineProtocol } from './support/line-protocol.ts';
import { runLoop } from './support/run-loop.ts';

const gapMs = 20;

/** Answers each line with three, some time apart, and says how many it has read. */
async function startLines(answer: (socket: Socket) => Promise<void>) {
  let lines = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      lines += bytes.toString().split('\n').length - 1;
      answer(socket);
    });
  });
  const { url, close } = await listen(server);
  return { url: `${url}/`, read: () => lines, close };
}

test('a protocol that the engine does not know is counted as any other, and each message of its streams is timed', async () => {
  const target = await startLines(async (socket) => {
    for (const text of ['one\n', 'two\n', 'three\n\n']) {
      socket.write(text);
      await wait(gapMs);
    }
  });
  const plan = planFor(target.url, { model: 'closed', connections: 2, requests: 10 });
  const totals = await runLoop(plan, { protocol: lineProtocol });
  await target.close();
  const { planned, sent, done, failed, outcomes, opened, reused, messages } = totals;
  expect({ planned, sent, done, failed, outcomes, read: target.read() }).toEqual({
    ...{ planned: 10, sent: 10, done: 10, failed: 0, read: 10 },
    outcomes: { response: 10 },
  });
  expect([opened, reused]).toEqual([2, 8]);
  expect(messages).toMatchObject({ sent: 10, received: 30, sentBytes: 20, receivedBytes: 10 * 'onetwothree'.length });
  // Each line is a token to it.
  expect([totals.streamEnds, totals.tokens]).toEqual([{ complete: 10 }, { input: 0, output: 30, streams: 10, counted: 10, good: 10 }]);
  expect([totals.outputTokens.count, totals.outputTokens.maxUs, totals.inputTokens.count]).toEqual([10, 3, 0]);
  // A busy machine may read two at once.
  expect([totals.firstMessageTime.count, totals.messageGap.count + messages.coalesced, totals.messageRoundTrip.count]).toEqual([10, 20, 0]);
  expect(totals.messageGap.p50Us).toBeGreaterThan((gapMs - 2) * 1000);
  expect(totals.responseTime.p50Us).toBeGreaterThan(2 * (gapMs - 2) * 1000);
});

test('its request that breaks off is an outcome of its own, and the next one has a new connection', async () => {
  const target = await startLines(async (socket) => {
    socket.end('one\n');
  });
  const totals = await runLoop(planFor(target.url, { model: 'closed', connections: 1, requests: 3 }), { protocol: lineProtocol });
  await target.close();
  expect([totals.outcomes, totals.opened, totals.messages.received]).toEqual([{ closed_early: 3 }, 3, 3]);
  expect([totals.streamEnds, totals.tokens]).toEqual([{ closed_early: 3 }, { input: 0, output: 3, streams: 3, counted: 3, good: 0 }]);
});

test('messages that come in one read have no gap: they are counted as coalesced', async () => {
  const target = await startLines(async (socket) => {
    socket.write('one\ntwo\nthree\n');
    await wait(gapMs);
    socket.write('four\nfive\n\n');
  });
  const plan = planFor(target.url, { model: 'closed', connections: 1, requests: 4 });
  const { messages, messageGap, firstMessageTime } = await runLoop(plan, { protocol: lineProtocol });
  await target.close();
  expect([messages.received, messages.coalesced + messageGap.count, firstMessageTime.count]).toEqual([20, 16, 4]);
  // A busy machine may read all at once.
  expect(messages.coalesced).toBeGreaterThanOrEqual(12);
  if (messageGap.count > 0) expect(messageGap.minUs).toBeGreaterThan((gapMs - 2) * 1000);
});
