/**
 * An experiment on a stream ends by TTFT and ITL, or where no tokens are counted by the times of its messages, on the real engine: a planted
 * delay of the first one is found, and the time between them is told to be equal.
 */
import { startPlanted } from '@plimsoll/testbed/targets/planted';
import { startWebSocketWitness } from '@plimsoll/testbed/targets/websocket-witness';
import { expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { useStack } from './support.ts';

const stack = useStack();
/** Answers of 8 tokens and more, 24 on average: p99 of the whole answer rests on a few long ones. */
const model = { kind: 'model', slots: 1000, firstMs: 60, gapMs: 10, tokens: 8, moreTokens: 16 } as const;
const mostRounds = 8;

const kinds = [
  {
    of: 'token',
    first: 'firstTokenTime',
    between: 'interTokenTime',
    median: 'firstTokenTime.p50',
    stream: { tokens: 'openai' },
    said: 'TTFT',
  },
  {
    of: 'message',
    first: 'firstMessageTime',
    between: 'messageGap',
    median: 'firstMessageTime.p50',
    stream: { doneAt: '[DONE]' },
    said: 'first message',
  },
] as const;

test.each(kinds)(
  'a first $of that comes 10 % later ends an experiment, though p99 of the whole answer stays open',
  async (kind) => {
    await stack.worker();
    const targets = await Promise.all([model.firstMs, 1.1 * model.firstMs].map((firstMs) => startPlanted({ ...model, firstMs })));
    const variants = targets.map(({ url }, at) => ({
      name: at === 0 ? 'base' : 'later',
      plan: {
        version: 1 as const,
        name: 'model',
        target: { url, stream: { as: 'sse' as const, ...kind.stream } },
        load: { model: 'open' as const, rate: 40, duration: '15s', maxConnections: 200 },
      },
    }));
    const asked = await askFor(stack, { variants, repeats: 1, extendTo: mostRounds, coolDown: '100ms', design: 'together' });
    const experiment = await experimentOver(stack.db, asked.id, 280_000);
    await Promise.all(targets.map(({ close }) => close()));
    const metrics = experiment.comparisons[0]?.result.candidates[0]?.metrics ?? [];
    const told = metrics.map(({ metric, verdict, interval, deltaRelative }) => JSON.stringify([metric, verdict, deltaRelative, interval]));
    const all = `${experiment.stateReason} ${experiment.runs.length} runs\n${told.join('\n')}`;
    process.stdout.write(`${all}\n`);
    const find = (name: string) => metrics.find(({ metric }) => metric === name);
    for (const name of [`${kind.first}.p50`, `${kind.first}.p95`]) {
      expect(find(name), all).toMatchObject({ verdict: 'worse', claims: { services: { verdict: 'worse' } } });
      expect(find(name)?.interval?.low, all).toBeLessThan(0.1);
      expect(find(name)?.interval?.high, all).toBeGreaterThan(0.085);
    }
    for (const name of [`${kind.between}.p50`, `${kind.between}.p95`]) expect(find(name)?.verdict, all).toBe('no_difference');
    expect(find('p99')?.verdict, all).toBe('not_enough_evidence');
    expect(experiment.state, all).toBe('completed');
    expect(experiment.remarks, all).toContainEqual(expect.objectContaining({ kind: 'variants', undecided: false }));
    expect(experiment.runs.length, all).toBeLessThan(2 * mostRounds);
    expect(experiment.comparisons[0]?.result.sentence, all).toContain(kind.said);
    expect(experiment.power?.of, all).toBe(kind.median);
  },
  300_000,
);

test('WebSockets that only listen are decided by the time from publishing: a planted delay of it is found, and first messages and gaps are not asked', async () => {
  await stack.worker();
  const holdMs = [25, 30] as const;
  const targets = await Promise.all(holdMs.map(() => startWebSocketWitness()));
  const variants = holdMs.map((ms, at) => ({
    name: at === 0 ? 'base' : 'later',
    plan: {
      version: 1 as const,
      name: 'feed',
      target: {
        url: targets[at]?.url(`/feed?everyMs=40&holdMs=${ms}`) ?? '',
        websocket: { closeAfter: '2s', published: { jsonPath: '$.at' } },
      },
      connection: { protocol: 'websocket' as const },
      load: { model: 'closed' as const, connections: 10, duration: '15s' },
    },
  }));
  const asked = await askFor(stack, { variants, repeats: 1, extendTo: 3, coolDown: '100ms', design: 'together' });
  const experiment = await experimentOver(stack.db, asked.id, 150_000);
  await Promise.all(targets.map(({ close }) => close()));
  const metrics = experiment.comparisons[0]?.result.candidates[0]?.metrics ?? [];
  const all = `${experiment.stateReason} ${metrics.map((one) => JSON.stringify([one.metric, one.verdict, one.deltaRelative])).join('\n')}`;
  const deciding = metrics.filter(({ decides }) => decides).map(({ metric }) => metric);
  expect(deciding, all).toEqual(expect.arrayContaining(['publishTime.p50', 'publishTime.p95']));
  expect(
    deciding.filter((metric) => /^(?:first|messageGap|p\d)/.test(metric)),
    all,
  ).toEqual([]);
  const median = metrics.find(({ metric }) => metric === 'publishTime.p50');
  expect(median, all).toMatchObject({ verdict: 'worse' });
  expect(median?.interval?.low, all).toBeLessThan(0.2);
  expect(median?.interval?.high, all).toBeGreaterThan(0.15);
  expect(experiment.comparisons[0]?.result.sentence, all).toContain('time from publishing');
  expect(experiment.power?.of, all).toBe('publishTime.p50');
}, 180_000);
