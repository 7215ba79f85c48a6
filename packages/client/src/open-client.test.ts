import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openClient } from './open-client.ts';

const { request } = openClient();

let server: Listener;
afterEach(() => server.close());

/** A server of a test that answers 503 with this. */
async function unavailable(type: string, body: string): Promise<string> {
  server = await startHttpTarget((_request, answer) => answer.writeHead(503, { 'content-type': type, connection: 'close' }).end(body));
  return server.url;
}
const schema = z.object({ database: z.string() });

it('reads an answer that is what was asked for though its status says that something is away', async () => {
  const url = await unavailable('application/json; charset=utf-8', '{"database":"down"}');
  expect(await request(url, schema, { answersWith: 503 })).toEqual({ database: 'down' });
  await expect(request(url, schema)).rejects.toThrow();
});

it("takes no proxy's page and no problem for it", async () => {
  for (const type of ['text/html', 'application/problem+json']) {
    const url = await unavailable(type, '{"database":"down"}');
    await expect(request(url, schema, { answersWith: 503 }), type).rejects.toThrow();
    await server.close();
  }
});
