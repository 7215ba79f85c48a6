import { openClient } from '@plimsoll/client/open-client';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { expect, it } from 'vitest';
import { readError } from './read-error.ts';

/** What a command says that a server answers so. */
async function refused(status: number, detail: string, code = 'too_many_requests') {
  const problem = { type: 'about:blank', title: 'No', status, code, detail };
  const server = await startHttpTarget((_, answer) => answer.writeHead(status, { connection: 'close' }).end(JSON.stringify(problem)));
  try {
    return await openClient()
      .command(server.url, { method: 'POST' })
      .then(() => null, readError);
  } finally {
    await server.close();
  }
}

it('a server that takes no more for now is not a wrong call', async () => {
  const often = 'At most 6 a minute. Try again in 41 s.';
  expect(await refused(429, often)).toEqual({ reason: 'lost', message: often });
});

it('a token that no longer counts is told with the way to another', async () => {
  const message = 'The token is unknown, expired or revoked. Get another one with "plimsoll login", or set PLIMSOLL_TOKEN.';
  expect(await refused(401, 'The token is unknown, expired or revoked.', 'not_signed_in')).toEqual({ reason: 'usage', message });
});

it('a server that does not answer is named', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const said = await openClient({ url, token: null })
    .command('/api/v1/runs', {})
    .then(() => null, readError);
  expect(said).toEqual({ reason: 'lost', message: expect.stringContaining(`${url} does not answer.`) });
});

it('a call that a server finds wrong is one', async () => {
  expect(await refused(400, 'The file is empty.')).toEqual({ reason: 'usage', message: 'The file is empty.' });
});
