/**
 * Series recorded against real servers (`bench/src/recorded/record.ts` makes them again), and what a person says who looks at each second
 * of them and knows how the server was set up. The story must say the same, and nothing else.
 */
import type { FindingKind } from '@plimsoll/contracts/story';
import { describe, expect, it } from 'vitest';
import { summarise } from '../src/run/summary.ts';
import { judgeValidity } from '../src/run/validity.ts';
import { tellStory } from '../src/story/tell-story.ts';
import { listRecorded, readRecorded } from './support/story/recorded-run.ts';

interface Said {
  /** The limit of the load; nobody need know it. */
  readonly limit: 'none' | 'target' | 'connections';
  /** The lowest and the highest ceiling that a person may read off the seconds; null: it kept up, or something else held it back. */
  readonly ceiling: readonly [low: number, high: number] | null;
  /** Each finding and its second; a status or an outcome where there may be several. */
  readonly told: readonly (readonly [FindingKind, second: number, what?: string | number])[];
}

const said: Record<string, Said> = {
  // 200 requests a second are let through; 20 at once may come early.
  'nginx-limit-req-staircase': {
    limit: 'target',
    ceiling: [198, 203],
    told: [
      ['goodput_ceiling', 12],
      ['first_error_status', 12, 503],
    ],
  },
  // 300 a second, 60 wait for their turn, the rest is refused at once: much faster than a good answer.
  'nginx-limit-req-queued': {
    limit: 'target',
    ceiling: [298, 302],
    told: [
      ['goodput_ceiling', 0],
      ['first_error_status', 0, 503],
      ['failing_fast', 0],
    ],
  },
  // 5 at once, 50 ms each, none waits: irregular arrivals fill it slowly, up to 100/s.
  'nginx-limit-conn': {
    limit: 'target',
    ceiling: [88, 101],
    told: [
      ['goodput_ceiling', 6],
      ['first_error_status', 0, 503],
      ['failing_fast', 0],
    ],
  },
  // One worker compresses 400 kB in 15 ms.
  'nginx-worker-full': {
    limit: 'target',
    ceiling: [62, 67],
    told: [
      ['goodput_ceiling', 8],
      ['sent_left_planned', 10],
    ],
  },
  'nginx-healthy-staircase': { limit: 'none', ceiling: null, told: [] },
  // The same share of errors at any load is no ceiling.
  'nginx-tenth-fails': { limit: 'none', ceiling: null, told: [['first_error_status', 0, 500]] },
  // 5 at once, 20 ms each; who waits for 60 ms is refused.
  'haproxy-maxconn-queue': {
    limit: 'target',
    ceiling: [238, 246],
    told: [
      ['goodput_ceiling', 0],
      ['first_error_status', 0, 503],
    ],
  },
  // 5 at once, 20 ms each, nobody waits: some are refused at any load, and good answers come near to 250/s slowly.
  'haproxy-no-queue': {
    limit: 'target',
    ceiling: [205, 250],
    told: [
      ['goodput_ceiling', 8],
      ['first_error_status', 0, 503],
      ['failing_fast', 0],
    ],
  },
  // 5 at once, 30 ms each, all wait. The load falls to 50/s at 16; the queue is empty at 22.
  'haproxy-long-queue-and-after': {
    limit: 'target',
    ceiling: [160, 167],
    told: [
      ['goodput_ceiling', 7],
      ['recovered', 22],
    ],
  },
  // 5 at once, 20 ms each. From 14 on all it answers has been given up after 2 s; the load falls to 60/s at 16, the old queue is through at 20.
  'haproxy-outdated-queue': {
    limit: 'target',
    ceiling: [236, 246],
    told: [
      ['goodput_ceiling', 6],
      ['first_connection_error', 13, 'timeout'],
      ['goodput_dip', 14],
      ['recovered', 20],
    ],
  },
  // 10 connections, 50 ms each; who waits outside for 2 s has had no answer.
  'haproxy-frontend-maxconn': {
    limit: 'target',
    ceiling: [182, 200],
    told: [
      ['goodput_ceiling', 8],
      ['first_connection_error', 10, 'timeout'],
      ['sent_left_planned', 17],
    ],
  },
  // A load of more than 220/s is refused entirely: 200/s are carried, 250/s are not, and 100/s are again.
  'haproxy-stick-table': {
    limit: 'target',
    ceiling: [199, 221],
    told: [
      ['goodput_ceiling', 12],
      ['first_error_status', 12, 429],
      ['failing_fast', 12],
      ['recovered', 21],
    ],
  },
  // The server behind it is killed at 9 and stands again at 15.
  'haproxy-backend-dies': {
    limit: 'target',
    ceiling: null,
    told: [
      ['first_connection_error', 8, 'closed_early'],
      ['first_error_status', 9, 503],
      ['failing_fast', 9],
      ['goodput_dip', 9],
      ['recovered', 15],
    ],
  },
  // One worker, 20 ms each; a sync worker closes each connection after its answer.
  'gunicorn-one-sync': {
    limit: 'target',
    ceiling: [47, 50],
    told: [
      ['keep_alive_ignored', 0],
      ['goodput_ceiling', 9],
      ['sent_left_planned', 14],
    ],
  },
  // Four workers, 20 ms each. The load falls to 40/s at 15; the queue is empty at 17.
  'gunicorn-four-sync-and-after': {
    limit: 'target',
    ceiling: [188, 196],
    told: [
      ['keep_alive_ignored', 0],
      ['goodput_ceiling', 9],
      ['recovered', 18],
    ],
  },
  // One worker computes for 12 ms.
  'gunicorn-busy': {
    limit: 'target',
    ceiling: [73, 80],
    told: [
      ['keep_alive_ignored', 0],
      ['goodput_ceiling', 16],
      ['sent_left_planned', 20],
    ],
  },
  // One worker, 20 ms each, 90/s planned from the start; 15 s of queue are answered after the load, of which nothing is told.
  'gunicorn-drains': {
    limit: 'target',
    ceiling: [43, 49],
    told: [
      ['keep_alive_ignored', 0],
      ['goodput_ceiling', 0],
    ],
  },
  // Stopped at 9, started again at 12.
  'gunicorn-restarts': {
    limit: 'target',
    ceiling: null,
    told: [
      ['keep_alive_ignored', 0],
      ['first_connection_error', 9, 'connect_refused'],
      ['first_connection_error', 9, 'reset'],
      ['failing_fast', 9],
      ['goodput_dip', 9],
      ['recovered', 13],
    ],
  },
  // 4 ms of one core each.
  'node-busy': {
    limit: 'target',
    ceiling: [238, 250],
    told: [
      ['goodput_ceiling', 12],
      ['sent_left_planned', 15],
    ],
  },
  // 6 ms of a core each on two processes, which share two cores with the generator.
  'node-cluster-busy': {
    limit: 'target',
    ceiling: [304, 325],
    told: [
      ['goodput_ceiling', 16],
      ['sent_left_planned', 19],
    ],
  },
  // Stopped from 10.3 to 12.6; what had piled up comes at once.
  'node-pauses': {
    limit: 'target',
    ceiling: null,
    told: [
      ['goodput_dip', 10],
      ['backlog_burst', 12],
      ['recovered', 12],
    ],
  },
  // Stopped at 8.2 for good: only timeouts, which are not fast.
  'node-hangs': {
    limit: 'target',
    ceiling: null,
    told: [
      ['goodput_dip', 8],
      ['first_connection_error', 9, 'timeout'],
    ],
  },
  // 10 connections ÷ 80 ms.
  'node-far-and-few-connections': {
    limit: 'connections',
    ceiling: null,
    told: [
      ['concurrency_bound', 9],
      ['sent_left_planned', 9],
    ],
  },
  'node-healthy-poisson': { limit: 'none', ceiling: null, told: [] },
  'node-healthy-up-and-down': { limit: 'none', ceiling: null, told: [] },
};

/** A person reads a second off a table or a picture. */
const withinSeconds = 2;

it('there are at least 20 of them, and each has its words', () => {
  expect(listRecorded().sort()).toEqual(Object.keys(said).sort());
  expect(listRecorded().length).toBeGreaterThanOrEqual(20);
});

describe('the story of a recorded run', () => {
  it.each(Object.entries(said))('%s is told as a person tells it', (name, { ceiling, told }) => {
    const { plan, samples } = readRecorded(name);
    const story = tellStory(plan, samples);
    const found = story.findings.map((one) => {
      const what =
        one.kind === 'first_connection_error' ? one.figures.outcome : one.kind === 'first_error_status' ? one.figures.status : undefined;
      return { second: one.second, name: [one.kind, what].filter((part) => part !== undefined).join(' ') };
    });
    const expected = told.map(([kind, second, what]) => ({ second, name: [kind, what].filter((part) => part !== undefined).join(' ') }));
    const texts = story.findings.map(({ text }) => text).join('\n');
    expect(found.map((one) => one.name).sort(), texts).toEqual(expected.map((one) => one.name).sort());
    for (const one of expected) {
      const second = found.find((other) => other.name === one.name)?.second ?? Number.NaN;
      expect(Math.abs(second - one.second), `${one.name} at ${one.second}\n${texts}`).toBeLessThanOrEqual(withinSeconds);
    }
    expect(story.ceilingPerSecond === null, texts).toBe(ceiling === null);
    const finding = story.findings.find((one) => one.kind === 'goodput_ceiling');
    if (!ceiling || !finding) return;
    const { goodPerSecond, low, high } = finding.figures;
    expect(goodPerSecond).toBeGreaterThanOrEqual(ceiling[0]);
    expect(goodPerSecond).toBeLessThanOrEqual(ceiling[1]);
    // Its interval is no wider than a quarter to either side, and holds itself.
    expect(low).toBeLessThanOrEqual(goodPerSecond);
    expect(high).toBeGreaterThanOrEqual(goodPerSecond);
    expect(high - low).toBeLessThan(0.5 * goodPerSecond);
  });

  it.each(Object.entries(said))('%s is held back by what its stamp says, or that is not known', (name, { limit }) => {
    const { plan, samples } = readRecorded(name);
    const { limit: judged } = judgeValidity(plan, samples);
    expect([limit, 'unknown']).toContain(judged);
    const { findings } = tellStory(plan, samples);
    const kinds = findings.map(({ kind }) => kind);
    // Story and stamp read one judgement: neither says what the other denies.
    if (kinds.includes('concurrency_bound')) expect(judged).toBe('connections');
    if (kinds.includes('goodput_ceiling')) expect(['target', 'unknown']).toContain(judged);
    for (const one of findings) if (one.kind === 'sent_left_planned') expect(one.text).not.toContain('generator');
  });

  it.each(Object.keys(said))('%s has stages whose counts are those of its summary, to the one', (name) => {
    const { plan, samples } = readRecorded(name);
    const summary = summarise(samples, plan.errorStatuses);
    const stages = tellStory(plan, samples).stages.filter((stage) => stage.name !== 'warmup');
    const sum = (of: (stage: (typeof stages)[number]) => number) => stages.reduce((total, stage) => total + of(stage), 0);
    for (const count of ['planned', 'sent', 'dropped', 'done', 'failed'] as const) {
      expect([count, sum(({ counts }) => counts[count])]).toEqual([count, summary[count]]);
    }
    for (const [status, count] of Object.entries(summary.statuses)) expect(sum(({ statuses }) => statuses[status] ?? 0)).toBe(count);
    for (const [kind, count] of Object.entries(summary.outcomes))
      expect(sum(({ outcomes }) => outcomes[kind as keyof typeof outcomes] ?? 0)).toBe(count);
  });
});

it('answers after the load stand in a row of their own, and nothing else is said of them', () => {
  const { plan, samples } = readRecorded('gunicorn-drains');
  const { stages, findings } = tellStory(plan, samples);
  expect(stages.map(({ name, fromSecond }) => [name, fromSecond])).toEqual([
    ['90', 0],
    ['drain', 15],
  ]);
  expect(stages[0]?.goodPerSecond).toBeLessThan(50);
  expect(stages[1]?.counts).toMatchObject({ planned: 0, done: 691 });
  expect(findings.every(({ second }) => second < 15)).toBe(true);
});

it('a stage lists timeouts beside its statuses', () => {
  const { plan, samples } = readRecorded('haproxy-frontend-maxconn');
  const stages = tellStory(plan, samples).stages;
  expect(stages.map(({ name, outcomes }) => [name, outcomes.timeout])).toEqual([
    ['~400', 885],
    ['drain', 331],
  ]);
});
