/**
 * Services that are restarted between the rounds of an experiment: by a hook that is allowed as targets are, and each answers before the load goes
 * on. One test waits out the minute that they are given: all wait side by side, each on a stack of its own.
 */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { quickClient, testOnStack } from './support.ts';

interface Hook extends Pick<Listener, 'url' | 'close'> {
  readonly asked: { readonly method: string | undefined; readonly body: unknown }[];
}

/** Restarts by calling back, and answers with this status. */
async function startHook(status: number, restart: () => Promise<void> = async () => undefined): Promise<Hook> {
  const asked: Hook['asked'] = [];
  const { url, close } = await startHttpTarget((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', async () => {
      asked.push({ method: request.method, body: JSON.parse(text) });
      await restart();
      response.writeHead(status).end();
    });
  });
  return { url: `${url}/restart`, asked, close };
}

interface Services {
  /** Two builds that serve, of which the second is slower; a restart may put others in their place. */
  up: Witness[];
  variants(duration?: string): { name: string; plan: PlanInput }[];
}

interface Fixtures {
  readonly services: Services;
  readonly hookThat: (status: number, restart?: () => Promise<void>) => Promise<Hook>;
}

const test = testOnStack.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  services: async ({}, use) => {
    const services: Services = {
      up: await Promise.all([startWitness({ delayMs: 5 }), startWitness({ delayMs: 10 })]),
      variants: (duration = '10s') =>
        services.up.map(({ url }, at) => ({
          name: ['old', 'new'][at] ?? '',
          plan: { version: 1, name: 'build', target: { url }, connection: quickClient, load: { model: 'open', rate: 40, duration } },
        })),
    };
    await use(services);
    await Promise.all(services.up.map((service) => service.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  hookThat: async ({}, use) => {
    const hooks: Hook[] = [];
    await use(async (...how) => {
      const hook = await startHook(...how);
      hooks.push(hook);
      return hook;
    });
    await Promise.all(hooks.map(({ close }) => close()));
  },
}).concurrent;

test('each round but the first follows a restart, and the verdict speaks of the builds, too', async ({ stack, services, hookThat }) => {
  await stack.worker();
  const hook = await hookThat(204, async () => {
    const ports = services.up.map(({ port }) => port);
    await Promise.all(services.up.map((service) => service.close()));
    // They listen again a moment after the hook has answered.
    setTimeout(async () => {
      services.up = await Promise.all(ports.map((port, at) => startWitness({ port, delayMs: at === 0 ? 5 : 10 })));
    }, 700);
  });
  const asked = await askFor(stack, { variants: services.variants(), repeats: 3, coolDown: '100ms', restart: { url: hook.url } });
  expect(asked).toMatchObject({ design: 'together', restart: { url: hook.url } });
  const done = await experimentOver(stack.db, asked.id, 150_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(hook.asked.map(({ method, body }) => [method, body])).toEqual(
    [2, 3].map((round) => ['POST', { experiment: asked.id, round, variants: ['old', 'new'] }]),
  );
  const runs = await Promise.all(done.runs.map(({ runId }) => stack.find(runId ?? '')));
  expect(runs.map(({ summary }) => [summary?.sent, summary?.done])).toEqual(Array(6).fill([400, 400]));
  // Three starts of each build speak of it.
  const p50 = done.comparisons[0]?.result.candidates[0]?.metrics.find(({ metric }) => metric === 'p50');
  expect(p50?.claims?.builds?.interval).not.toBeNull();
  expect(p50?.claims?.builds).not.toBeUndefined();
}, 180_000);

for (const [what, status, cause] of [
  ['answers with an error', 503, { because: 'status', status: 503 }],
  ['answers with a redirect', 302, { because: 'status', status: 302 }],
] as const)
  test(`a hook that ${what} ends the experiment, which says so`, async ({ stack, services, hookThat }) => {
    await stack.worker();
    const hook = await hookThat(status);
    const asked = await askFor(stack, { variants: services.variants('2s'), repeats: 2, coolDown: '0s', restart: { url: hook.url } });
    const done = await experimentOver(stack.db, asked.id, 90_000);
    expect(done.state).toBe('failed');
    expect(done.remarks[0]).toEqual({ kind: 'restartFailed', round: 2, seconds: 60, ...cause });
    expect(done.stateReason).toContain(`The services were not restarted before round 2: the restart URL answered ${status}.`);
    expect(done.runs.map(({ state }) => state)).toEqual(['completed', 'completed', null, null]);
    expect(hook.asked).toHaveLength(1);
  }, 120_000);

test('a hook that nobody serves, or that targets may not be, ends it', async ({ stack, services, hookThat }) => {
  await stack.worker();
  const { url, close } = await hookThat(200);
  await close();
  const [gone, refused] = await Promise.all(
    [url, 'http://192.0.2.1/restart'].map((address) =>
      askFor(stack, { variants: services.variants('1s'), repeats: 2, coolDown: '0s', restart: { url: address } }),
    ),
  );
  const ends = await Promise.all([gone, refused].map((one) => experimentOver(stack.db, one?.id ?? '', 120_000)));
  expect(ends.map(({ remarks }) => remarks[0])).toMatchObject([
    { kind: 'restartFailed', because: 'unanswered' },
    { kind: 'restartFailed', because: 'refused' },
  ]);
}, 150_000);

test('a service that does not come back ends it, by its name', async ({ stack, services, hookThat }) => {
  await stack.worker();
  const hook = await hookThat(200, async () => {
    for (const service of services.up.splice(1)) await service.close();
  });
  const asked = await askFor(stack, { variants: services.variants('1s'), repeats: 2, coolDown: '0s', restart: { url: hook.url } });
  const done = await experimentOver(stack.db, asked.id, 140_000);
  expect([done.state, done.remarks[0]]).toEqual(['failed', { kind: 'silentAfterRestart', round: 2, variant: 'new', seconds: 60 }]);
}, 170_000);
