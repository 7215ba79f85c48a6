/** Streams of servers that nobody here wrote: an SSE library of Node, and nginx in front of a server, buffering and not. */
import { tellStory } from '@plimsoll/statistics/story';
import { findCommand } from '@plimsoll/testbed/find-command';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { startPackingNginx } from '@plimsoll/testbed/servers/nginx';
import { startEventSource } from '@plimsoll/testbed/targets/event-source';
import { createSession } from 'better-sse';
import { expect, test } from 'vitest';
import { planFor, runPlan } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';

test('events of better-sse are read with their ids, and taken up again after the last one', async () => {
  const lastIds: string[] = [];
  const { url, close } = await startHttpTarget(async (request, response) => {
    const session = await createSession(request, response, { keepAlive: 5, retry: 100 });
    lastIds.push(session.lastId);
    for (let n = 0; n < 8; n++) {
      if (n > 0) await new Promise((resolve) => setTimeout(resolve, 15));
      session.push({ n, text: 'zwei\nZeilen' }, 'tick', `id-${n}`);
    }
    response.end();
  });
  const checks = [
    { jsonPath: { path: '$.text', equals: 'zwei\nZeilen', message: 'every' as const } },
    { messageCount: { min: 8, max: 8 } },
  ];
  const load = { model: 'closed', connections: 1, requests: 3 } as const;
  const totals = await runLoop(planFor(`${url}/`, load, { target: { stream: { as: 'sse', reconnect: true } }, checks }));
  expect([totals.outcomes, totals.streamEnds, totals.messages.received]).toEqual([{ response: 3 }, { complete: 3 }, 24]);
  expect(lastIds).toEqual(['', 'id-7', 'id-7']);
  await close();
});

const lacksNginx = findCommand('nginx') === null ? 'nginx is not installed' : null;
test.skipIf(lacksNginx)(
  `nginx that packs: buffered, the first message comes with the last, and the story says so (${lacksNginx ?? 'nginx'})`,
  async () => {
    const source = await startEventSource();
    const nginx = await startPackingNginx(source.url({}));
    const told = async (buffering: 'on' | 'off') => {
      const url = `${nginx.url}${buffering}?form=sse&events=6&first=60&gap=30`;
      const load = { model: 'closed', connections: 8, requests: 32 } as const;
      const plan = planFor(url, load, { target: { stream: 'sse', headers: { 'accept-encoding': 'gzip' } } });
      const { samples, totals } = await runPlan(plan);
      expect(totals).toMatchObject({ outcomes: { response: 32 }, streamEnds: { complete: 32 }, messages: { received: 192 } });
      return { totals, kinds: tellStory(plan, samples).findings.map(({ kind }) => kind) };
    };
    const held = await told('on');
    expect(held.kinds).toContain('answer_whole');
    expect(held.totals.firstMessageTime.minUs).toBeGreaterThan(180_000);
    expect(held.totals.messages.coalesced).toBe(160);
    const passed = await told('off');
    expect(passed.kinds).not.toContain('answer_whole');
    expect(passed.totals.messageGap.p50Us).toBeGreaterThan(20_000);
    await nginx.close();
    await source.close();
  },
);
