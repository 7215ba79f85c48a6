import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openClient } from './open-client.ts';

const { request } = openClient();

let server: Server;
afterEach(() => server.close());

/** A server of a test that answers 503 with this. */
async function unavailable(type: string, body: string): Promise<string> {
  server = createServer((_request, answer) => answer.writeHead(503, { 'content-type': type, connection: 'close' }).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
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
    server.close();
  }
});
