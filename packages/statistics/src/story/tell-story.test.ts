import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { makePlan, makeSample } from '../../test/support/simulated-run.ts';
import { tellStory } from './tell-story.ts';

const open = (load: Omit<Extract<PlanInput['load'], { model: 'open' }>, 'model'>) => makePlan({ load: { model: 'open', ...load } });

/** A second in which so much was planned, `done` of it was good, and the rest ended as `kind`, `failUs` each. */
function second(at: number, planned: number, done: number, kind: 'connect_refused' | 'timeout', failUs: number): Sample {
  const failed = planned - done;
  return makeSample(at, {
    planned,
    sent: planned,
    done,
    failed,
    outcomes: { ...(done > 0 ? { response: done } : {}), ...(failed > 0 ? { [kind]: failed } : {}) },
    statuses: done > 0 ? { '200': done } : {},
    failedTimeUs: failed * failUs,
  });
}
const textOf = (story: ReturnType<typeof tellStory>, kind: string) => story.findings.find((one) => one.kind === kind)?.text;

it('where nothing was ever good, no good answer is spoken of', () => {
  const samples = Array.from({ length: 10 }, (_, at) => second(at, 50, 0, 'connect_refused', 300));
  const story = tellStory(open({ rate: 50, duration: '10s' }), samples);
  expect(textOf(story, 'failing_fast')).toMatch(/^Every request failed, in 300\sµs\./);
  expect(story.findings.map(({ text }) => text).join(' ')).not.toContain('–');
});

it('timeouts alone are never fast, not beside slow answers either', () => {
  const samples = Array.from({ length: 12 }, (_, at) => ({
    ...second(at, 50, at < 4 ? 50 : 20, 'timeout', 1_000_000),
    ...(at < 4 ? {} : { doneTimeUs: 20 * 3_000_000 }),
  }));
  const story = tellStory({ ...open({ rate: 50, duration: '12s' }), timeout: '1s' }, samples);
  expect(textOf(story, 'first_connection_error')).toContain('240 of this kind');
  expect(textOf(story, 'failing_fast')).toBeUndefined();
});

it('a target that died and was asked for nothing more has not recovered', () => {
  const asked = (at: number) => (at < 12 ? 50 : 0);
  const samples = Array.from({ length: 20 }, (_, at) => second(at, asked(at), at < 8 ? 50 : 0, 'connect_refused', 300));
  const plan = open({ startRate: 50, stages: [50, 50, 0, 0].map((to, at) => ({ to, over: at % 2 === 0 ? '0s' : '12s' })) });
  const kinds = tellStory(plan, samples.slice(0, 20)).findings.map(({ kind }) => kind);
  expect(kinds).toContain('goodput_dip');
  expect(kinds).not.toContain('recovered');
});

it('counts hold the last second, however short it is', () => {
  const samples = [
    ...Array.from({ length: 5 }, (_, at) => second(at, 10, 10, 'timeout', 0)),
    makeSample(5, { lengthMs: 12, planned: 1, sent: 1, done: 0, failed: 1, outcomes: { response: 1 }, statuses: { '503': 1 } }),
  ];
  const plan = makePlan({ load: { model: 'closed', connections: 1, requests: 51 } });
  const story = tellStory(plan, samples);
  expect(textOf(story, 'first_error_status')).toBe('The first HTTP 503 came at 0:05: 1 in the run.');
  expect(story.stages.reduce((sum, { counts }) => sum + counts.done + counts.failed, 0)).toBe(51);
});

it('each kind of failure has its own first', () => {
  const kinds = ['connect_refused', 'timeout', 'reset'] as const;
  const samples = Array.from({ length: 12 }, (_, at) =>
    makeSample(at, {
      done: 10,
      failed: at < 3 ? 0 : 1,
      outcomes: { response: 10, ...(at < 3 ? {} : { [kinds[at % 3] as string]: 1 }) },
      statuses: { '200': 8, ...(at < 6 ? {} : { '503': 1 }), ...(at < 8 ? {} : { '429': 1 }) },
    }),
  );
  const story = tellStory(open({ rate: 10, duration: '12s' }), samples);
  const firsts = story.findings.flatMap((one) =>
    one.kind === 'first_connection_error'
      ? [[one.second, one.figures.outcome]]
      : one.kind === 'first_error_status'
        ? [[one.second, one.figures.status]]
        : [],
  );
  expect(firsts).toEqual([
    [3, 'connect_refused'],
    [4, 'timeout'],
    [5, 'reset'],
    [6, 503],
    [8, 429],
  ]);
});

it('a WebSocket that its target closes is no keep-alive ignored', () => {
  const samples = Array.from({ length: 8 }, (_, at) =>
    makeSample(at, {
      done: 20,
      statuses: { '101': 20 },
      connections: { opened: 20, reused: 0, closedByPeer: 20, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 5 },
    }),
  );
  const kinds = (plan: ReturnType<typeof makePlan>) => tellStory(plan, samples).findings.map(({ kind }) => kind);
  const target = { url: 'ws://127.0.0.1:8787/', websocket: { messages: ['hi'] } };
  expect(kinds(makePlan({ target, connection: { protocol: 'websocket' } }))).not.toContain('keep_alive_ignored');
  expect(kinds(makePlan())).toContain('keep_alive_ignored');
});
