import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openClient } from './open-client.ts';

const { request } = openClient();

const listSchema = z.strictObject({
  items: z.array(z.strictObject({ id: z.string(), summary: z.strictObject({ requests: z.number() }).nullable() })),
});

async function answered(answer: unknown): Promise<z.infer<typeof listSchema>> {
  const { url, close } = await startHttpTarget((_request, response) => response.end(JSON.stringify(answer)));
  try {
    return await request(`${url}/`, listSchema);
  } finally {
    await close();
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
