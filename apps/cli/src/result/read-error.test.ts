import { openClient } from '@plimsoll/client/open-client';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { expect, it } from 'vitest';
import { readError } from './read-error.ts';

/** What a command says that a server answers so. */
async function refused(status: number, detail: string, headers: Record<string, string> = {}) {
  const problem = { type: 'about:blank', title: 'No', status, code: 'too_many_requests', detail };
  const server = await startHttpTarget((_, answer) =>
    answer.writeHead(status, { connection: 'close', ...headers }).end(JSON.stringify(problem)),
  );
  try {
    return await openClient()
      .command(server.url, { method: 'POST' })
      .then(() => null, readError);
  } finally {
    await server.close();
  }
}
const said = (message: string | undefined) => message?.replaceAll('\u00a0', ' ');

it('a server that takes no more for now is not a wrong call, and says once when to try again', async () => {
  const today = await refused(429, 'The team imports no more today.', { 'retry-after': '4800' });
  expect([today?.reason, said(today?.message)]).toEqual(['lost', 'The team imports no more today. Try again in 1 h 20 min.']);
  const often = await refused(429, 'At most 6 a minute. Try again in 41 s.', { 'retry-after': '41' });
  expect([often?.reason, said(often?.message)]).toEqual(['lost', 'At most 6 a minute. Try again in 41 s.']);
  expect(await refused(429, 'Later.', { 'retry-after': 'Sun, 29 Nov 2026 13:00:00 GMT' })).toEqual({ reason: 'lost', message: 'Later.' });
});

it('a call that a server finds wrong is one', async () => {
  expect(await refused(400, 'The file is empty.')).toEqual({ reason: 'usage', message: 'The file is empty.' });
});
