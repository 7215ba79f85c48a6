/** The sample pair is open in every installation, marked as what it is, and no figure of a team counts it. */
import { api } from '@plimsoll/contracts/paths';
import { sampleLinks } from '@plimsoll/contracts/sample-links';
import { sharedSchema } from '@plimsoll/contracts/share';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { putWebPage } from '../support/test-api.ts';

const { test, boss } = useApi();
beforeAll(() => putWebPage(test));

it.each(Object.entries(sampleLinks))('the %s is open to anybody and says that it is a sample', async (_, token) => {
  const { status, body, text } = await test.anonymous('GET', api.shared(token));
  expect(status, text).toBe(200);
  const shared = sharedSchema.parse(body);
  expect(shared).toMatchObject({ sample: true, content: { title: expect.stringMatching(/^Sample: /) } });
  expect((await test.anonymous('GET', `/s/${token}`)).text).toContain('Sample · measured');
  if (shared.content.kind === 'run') expect(shared.content.run.validity?.stamp).toBe('valid');
});

it('a team is shown it until it is removed, and none of its lists counts it', async () => {
  expect(await boss('GET', api.team)).toMatchObject({ body: { sample: true } });
  for (const path of [api.runs, api.comparisons, api.shares, api.plans])
    expect(await boss('GET', path), path).toMatchObject({ body: { items: [] } });
  expect(await boss('PUT', api.team, { sample: false })).toMatchObject({ status: 200, body: { sample: false } });
  expect(await boss('GET', api.team)).toMatchObject({ body: { sample: false } });
  expect(await boss('GET', `${api.audit}?limit=1`)).toMatchObject({
    body: { items: [{ action: 'team.edit', details: { sample: 'removed' } }] },
  });
});
