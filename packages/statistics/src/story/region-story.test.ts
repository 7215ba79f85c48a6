import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { makePlan, makeSample } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { tellStory } from './tell-story.ts';

const seconds = 40;
const perSecond = 50;
const generators = [{ label: 'eu' }, { label: 'us' }, { label: 'asia' }];
const closed = { model: 'closed', connections: 30, duration: '40s' } as const;

interface Second {
  readonly meanUs: number;
  readonly failedShare?: number;
  readonly count?: number;
  readonly own?: Partial<Sample>;
}

/** Times spread as a target's are, so that chance has its say. */
function region(seed: number, of: (second: number) => Second): Sample[] {
  const random = createRandom(seed);
  return Array.from({ length: seconds }, (_, second) => {
    const { meanUs, failedShare = 0, count = perSecond, own = {} } = of(second);
    const asked = Math.round(count * (0.8 + 0.4 * random()));
    const failed = Array.from({ length: asked }, random).filter((one) => one < failedShare).length;
    const times = Array.from({ length: asked - failed }, () => Math.round(meanUs * (0.4 + 1.2 * random())));
    return makeSample(second, {
      done: asked - failed,
      failed,
      outcomes: { response: asked - failed, ...(failed > 0 ? { reset: failed } : {}) },
      doneTimeUs: times.reduce((sum, one) => sum + one, 0),
      times: { responseTime: times, serviceTime: times },
      ...own,
    });
  });
}
const steady = (meanUs: number) => () => ({ meanUs });
const from = (second: number, before: Second, after: Second, to = seconds) => {
  return (at: number) => (at >= second && at < to ? after : before);
};

function told(regions: Readonly<Record<string, Sample[]>>, load: PlanInput['load'] = closed) {
  const named = Object.entries(regions).map(([label, samples]) => ({ label, samples }));
  const plan = makePlan({ generators, load });
  return tellStory(plan, Object.values(regions).flat(), { regions: named })
    .findings.filter(({ kind }) => kind.startsWith('region_'))
    .map(({ kind, second, text, figures }) => ({ kind, second, figures, text: text.replaceAll(/[\u00a0\u202f]/g, ' ') }));
}

it('says from when on one region was slower than the rest, with the p95 of it, of before and of the rest', () => {
  const slow = from(12, { meanUs: 30_000 }, { meanUs: 90_000 });
  const [finding, ...more] = told({ eu: region(1, steady(30_000)), us: region(2, slow), asia: region(3, steady(35_000)) });
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ kind: 'region_slower', second: 12, figures: { region: 'us', seconds: 28, over: false } });
  // 95 % of times between 0.4 and 1.6 of the mean are below 1.54 of it.
  expect(finding?.text).toMatch(
    /^From 0:12 on region “us” was slower than the rest: p95 1[34]\d ms \(before 4[5-7](\.\d)? ms\), elsewhere 5[1-4](\.\d)? ms\.$/,
  );
});

it('says how long it was slower where it was over, and nothing of before where there was none', () => {
  const others = { eu: region(1, steady(30_000)) };
  const passing = from(10, { meanUs: 30_000 }, { meanUs: 90_000 }, 20);
  expect(told({ ...others, us: region(2, passing) })).toMatchObject([
    { second: 10, text: expect.stringMatching(/^For 10 s from 0:10 on region “us” was slower than the rest: p95/) },
  ]);
  // One second in between as fast as the rest is no end.
  const broken = (at: number) => ({ meanUs: at < 10 || at === 25 ? 30_000 : 90_000 });
  expect(told({ ...others, us: region(2, broken) })).toMatchObject([{ second: 10, figures: { seconds: 30, over: false } }]);
  expect(told({ ...others, us: region(2, steady(180_000)) })).toMatchObject([
    { second: 0, text: expect.stringMatching(/^Region “us” was slower than the rest all along: p95 27\d ms, elsewhere 4\d(\.\d)? ms\.$/) },
  ]);
});

it('says nothing of regions that are equal, slow down together, differ by little, or whose generator was short of time', () => {
  const together = from(12, { meanUs: 30_000 }, { meanUs: 120_000, failedShare: 0.4 });
  const busy = { cpu: 1, eventLoopUtilisation: 1, eventLoopDelayP99Us: 1000, rssBytes: 1, clockDriftMs: 0 };
  const strained = { otherWork: null, waitedForCore: null, throttled: null, ...busy };
  for (const [eu, us] of [
    [steady(30_000), steady(30_000)],
    [together, together],
    [steady(30_000), steady(50_000)],
    [steady(300), steady(1500)],
    [steady(30_000), () => ({ meanUs: 90_000, own: { generator: strained } })],
    // Three slow seconds, and single failures.
    [steady(30_000), from(12, { meanUs: 30_000, failedShare: 0.02 }, { meanUs: 90_000 }, 15)],
    [steady(30_000), () => ({ meanUs: 90_000, count: 5 })],
  ] as const)
    expect(told({ eu: region(1, eu), us: region(2, us) })).toEqual([]);
  // One region is the whole.
  expect(told({ eu: region(2, from(12, { meanUs: 30_000 }, { meanUs: 90_000 })) })).toEqual([]);
});

it('says from when on more failed in one region than in the rest', () => {
  const failing = from(15, { meanUs: 30_000 }, { meanUs: 30_000, failedShare: 0.5 });
  expect(told({ eu: region(1, steady(30_000)), us: region(2, failing) })).toMatchObject([
    {
      kind: 'region_failing',
      second: 15,
      text: expect.stringMatching(/^From 0:15 on (4[5-9]|5[0-5])(\.\d+)? % failed in region “us”, elsewhere 0(\.0+)? %\.$/),
    },
  ]);
  const passing = from(15, { meanUs: 30_000 }, { meanUs: 30_000, failedShare: 0.9 }, 25);
  expect(told({ eu: region(1, steady(30_000)), us: region(2, passing) })).toMatchObject([
    { text: expect.stringMatching(/^For 10 s from 0:15 on .* % failed in region “us”, elsewhere/) },
  ]);
});

it('says that good answers fell in one region alone, and not where they fell in all', () => {
  const gone = from(15, { meanUs: 30_000 }, { meanUs: 30_000, count: 1 });
  expect(told({ eu: region(1, steady(30_000)), us: region(2, gone) })).toMatchObject([
    {
      kind: 'region_dip',
      second: 15,
      text: expect.stringMatching(
        /^Good answers fell in region “us” alone, from [45]\d(\.\d+)?\/s to 1(\.0+)?\/s at 0:15, and did not come back\. Elsewhere they were [45]\d(\.\d+)?\/s\.$/,
      ),
    },
  ]);
  expect(told({ eu: region(1, gone), us: region(2, gone) })).toEqual([]);
  // Less is asked for: an open load that ends its first stage.
  const open: PlanInput['load'] = {
    model: 'open',
    startRate: 100,
    stages: [
      { to: 100, over: '15s' },
      { to: 20, over: '0s' },
      { to: 20, over: '25s' },
    ],
  };
  const asked = from(15, { meanUs: 30_000 }, { meanUs: 30_000, count: 10 });
  expect(told({ eu: region(1, asked), us: region(2, asked) }, open)).toEqual([]);
});
