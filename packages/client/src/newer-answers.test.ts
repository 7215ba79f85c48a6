import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openClient } from './open-client.ts';

const { request } = openClient();

const listSchema = z.strictObject({
  items: z.array(z.strictObject({ id: z.string(), summary: z.strictObject({ requests: z.number() }).nullable() })),
});

async function answered(answer: unknown): Promise<z.infer<typeof listSchema>> {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    return await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, listSchema);
  } finally {
    server.close();
  }
}

test('a page of this version shows what a newer server answers, without what it does not know', async () => {
  const row = { id: 'a', summary: { requests: 3, novel: { of: 'a newer version' } }, novel: 1 };
  expect(await answered({ items: [row, { id: 'b', summary: null }], novel: true })).toEqual({
    items: [
      { id: 'a', summary: { requests: 3 } },
      { id: 'b', summary: null },
    ],
  });
});

test('an answer that lacks what is needed is refused', async () => {
  await expect(answered({ items: [{ id: 'a', summary: { novel: 1 } }] })).rejects.toThrow(z.ZodError);
});
