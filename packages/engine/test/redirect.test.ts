/** The address that a redirect leads to is kept once, masked and bounded, beside the witness's own count of requests. */
import { createServer as createHttp2Server } from 'node:http2';
import { summarise } from '@plimsoll/statistics/summary';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { listen } from '@plimsoll/testbed/listen';
import { expect, test } from 'vitest';
import { planFor, runPlan } from './support/harness.ts';

const load = { model: 'closed', connections: 2, requests: 40 } as const;
const locations = (samples: Awaited<ReturnType<typeof runPlan>>['samples']) =>
  samples.flatMap(({ errors }) => errors.flatMap(({ location }) => location ?? []));

test('the first redirect of a run tells where to, and no redirect is followed or a failure', async () => {
  let requests = 0;
  const target = await startHttpTarget((_request, response) => {
    requests++;
    response.writeHead(302, { location: `https://ann:pw@shop.example/in?session_token=canary&page=2#access` }).end();
  });
  const { samples, totals } = await runPlan(planFor(`${target.url}/`, load));
  await target.close();
  expect([requests, totals.done, totals.failed]).toEqual([40, 40, 0]);
  expect(locations(samples)).toEqual(['https://shop.example/in?session_token=•••&page=2']);
  expect(summarise(samples)).toMatchObject({ redirectTo: 'https://shop.example/in?session_token=•••&page=2', errors: [] });
});

test('secrets of the plan that the target echoes are masked, and long addresses are cut', async () => {
  const target = await startHttpTarget((_request, response) => {
    response.writeHead(301, { location: `/in/s3cr3t-canary/${'x'.repeat(1000)}` }).end();
  });
  const plan = planFor(`${target.url}/`, load, { target: { headers: { authorization: 'Bearer s3cr3t-canary' } } });
  const { samples } = await runPlan(plan);
  await target.close();
  const [location = ''] = locations(samples);
  expect(location).toMatch(/^\/in\/•••\/x+$/);
  expect(location).toHaveLength(300);
});

test('over HTTP/2 too; answers that are no redirects, or name no address, tell nothing', async () => {
  const server = createHttp2Server();
  server.on('stream', (stream, { ':path': path }) =>
    stream.respond(path === '/' ? { ':status': 307, location: '/next' } : { ':status': 200, location: '/next' }, { endStream: true }),
  );
  const { url, close } = await listen(server);
  const run = async (path: string) =>
    locations((await runPlan(planFor(`${url}${path}`, load, { connection: { protocol: 'http2' } }))).samples);
  expect(await run('/')).toEqual(['/next']);
  expect(await run('/ok')).toEqual([]);
  await close();
});
