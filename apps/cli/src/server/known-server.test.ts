import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { expect, onTestFinished, test } from 'vitest';
import { findServer } from './known-server.ts';

test('what a command starts goes on in the trace of its pipeline; questions, and a TRACEPARENT that is none, do not', async () => {
  const heard: unknown[] = [];
  const { url, close } = await startHttpTarget(({ method, headers }, response) => {
    heard.push([method, headers.traceparent]);
    response.end('{}');
  });
  onTestFinished(close);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  for (const TRACEPARENT of [traceparent, 'x\r\ny: z']) {
    const { client } = findServer(url, { PLIMSOLL_TOKEN: 'plm_x', TRACEPARENT });
    await client.command('/', { method: 'POST', body: {} });
    await client.command('/', {});
  }
  expect(heard).toEqual([
    ['POST', traceparent],
    ['GET', undefined],
    ['POST', undefined],
    ['GET', undefined],
  ]);
});
