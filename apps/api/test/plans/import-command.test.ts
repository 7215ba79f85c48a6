import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import { api } from '@plimsoll/contracts/paths';
import type { Problem } from '@plimsoll/contracts/problem';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';

const { boss } = useApi();

it('a command becomes a plan that can be kept as it is, and what has no place in it is listed', async () => {
  const text = "wrk -t2 -c8 -d5s -H 'Authorization: Bearer hush' http://127.0.0.1:8787/";
  const { status, body } = await boss<ImportedCommand>('POST', api.importCommand, { text });
  expect(status).toBe(200);
  expect(body).toMatchObject({ tool: 'wrk', named: { target: true, load: true }, unmapped: [{ flag: '-t', value: '2' }] });
  const saved = await boss<{ plan: unknown }>('POST', api.plans, { plan: body.plan });
  expect(saved.status).toBe(201);
  expect(saved.body.plan).toMatchObject({ target: { headers: { Authorization: '•••' } }, load: { connections: 8, duration: '5s' } });
});

it('a command that makes no plan is refused at its place', async () => {
  const asked = async (body: unknown) => (await boss<Problem>('POST', api.importCommand, body)).body;
  expect(await asked({ text: 'wrk -c many http://127.0.0.1/' })).toMatchObject({
    code: 'invalid_input',
    field: '/text',
    detail: '-c needs a number, not "many".',
  });
  expect(await asked({ text: "{ vus: 1, duration: '1s' }" })).toMatchObject({ code: 'invalid_input', field: '/url' });
  expect(await asked({ text: 'x'.repeat(32_001) })).toMatchObject({ code: 'invalid_input', field: '/text' });
});
