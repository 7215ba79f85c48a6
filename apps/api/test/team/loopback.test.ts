/** An installation whose list of targets does not name loopback: nobody aims at a service of its machine, and nobody reads what one answers. */
import { createServer } from 'node:net';
import { api } from '@plimsoll/contracts/paths';
import type { System } from '@plimsoll/contracts/system';
import { listen } from '@plimsoll/testbed/listen';
import { afterAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';

const { boss } = useApi({ targets: { mode: 'allowlist', allowed: ['10.1.0.0/16'], ownPorts: [4300], demoPort: 4390 } });
let connections = 0;
const { port, close } = await listen(
  createServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 500 no\r\ncontent-length: 6\r\n\r\nsecret');
  }),
);
afterAll(close);

const aimedAt = (url: string, more: object = {}) => ({ plan: planInput({ target: { url }, ...more }) });

it('plans, runs, scrapes of exporters and questions by reflection go to no service of this machine', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])
    for (const path of [api.plans, api.runs, api.sendOne])
      expect(problemIn(await boss('POST', path, aimedAt(`http://${host}:${port}/`))), host).toMatchObject({ code: 'target_refused' });
  const scraped = aimedAt('http://127.0.0.1:4390/', { resources: { scrape: [{ name: 'a', url: `http://127.0.0.1:${port}/metrics` }] } });
  expect(problemIn(await boss('POST', api.runs, scraped))).toMatchObject({
    code: 'target_refused',
    errors: [{ field: '/plan/resources/scrape/0/url' }],
  });
  const described = problemIn(await boss('POST', api.describeGrpc, { reflection: true, url: `grpc://127.0.0.1:${port}` }));
  expect(described).toMatchObject({ code: 'target_refused', field: '/url', detail: expect.stringContaining('loopback') });
  expect(connections).toBe(0);
});

it('the demo target is open, and its page says what is allowed', async () => {
  const { demoTarget, demoGrpcTarget, targets } = (await boss<System>('GET', api.system)).body;
  expect(targets).toMatchObject({ allowed: ['10.1.0.0/16'], demoPort: 4390 });
  expect((await boss('POST', api.plans, aimedAt(demoTarget))).status).toBe(201);
  expect((await boss('POST', api.describeGrpc, { reflection: true, url: demoGrpcTarget })).status).toBe(200);
});

describe('in an open lab', () => {
  const lab = useApi({ targets: { mode: 'open-lab', allowed: [], ownPorts: [4300] } });

  it('nobody reads what a service of this machine answers that is not listed', async () => {
    const { status, text } = await lab.boss('POST', api.sendOne, aimedAt(`http://127.0.0.1:${port}/`));
    expect(status, text).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ answer: { status: 500, body: null, noBody: 'hidden' } });
    expect(text).not.toContain('secret');
  });
});
