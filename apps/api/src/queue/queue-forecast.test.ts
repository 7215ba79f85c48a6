import type { LoadUnderWay, QueueState, WaitingLoad } from '@plimsoll/store/queue';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedStarts } from './queue-forecast.ts';
import { waitsFor } from './queue-words.ts';

const now = new Date('2026-03-01T22:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

function load(minutes: number | null, change: Partial<WaitingLoad> = {}): WaitingLoad {
  return {
    ours: { kind: 'run', id: 'id', name: 'a run', by: 'Ann' },
    crew: null,
    label: null,
    generators: 1,
    expectedDurationMs: minutes === null ? null : minutes * 60_000,
    scales: null,
    blocked: false,
    behind: null,
    heldBack: null,
    ...change,
  };
}

const busy = (minutes: number | null, ...workers: string[]): LoadUnderWay => ({
  workers,
  ours: true,
  endsAt: minutes === null ? null : inMinutes(minutes),
});

function queue(workers: readonly string[], underWay: readonly LoadUnderWay[], waiting: readonly WaitingLoad[]): QueueState {
  return { now, waiting, underWay, workers: workers.map((id) => ({ id, slots: 1, labels: [], draining: false })), held: false };
}

/** Minutes from now. */
const startsOf = (state: QueueState) => expectedStarts(state).map((at) => at && (at.getTime() - now.getTime()) / 60_000);
const sentences = (state: QueueState, timezone?: string) => state.waiting.map((_, place) => waitsFor(state, place, 3, timezone));

test('one worker makes what waits one after another, from the end of what is under way', () => {
  expect(startsOf(queue(['a'], [busy(74, 'a')], [load(10), load(5), load(1)]))).toEqual([74, 84, 89]);
});

test('two workers take whatever comes next as each is free', () => {
  expect(startsOf(queue(['a', 'b'], [busy(10, 'a'), busy(30, 'b')], [load(60), load(5), load(1)]))).toEqual([10, 30, 35]);
});

test('an idle worker starts the next at once', () => {
  expect(startsOf(queue(['a', 'b'], [busy(10, 'a')], [load(1)]))).toEqual([0]);
});

test('a load with no known end hides what comes after it, not what another worker makes', () => {
  expect(startsOf(queue(['a'], [busy(null, 'a')], [load(1)]))).toEqual([null]);
  expect(startsOf(queue(['a', 'b'], [busy(null, 'a'), busy(5, 'b')], [load(1), load(1)]))).toEqual([5, 6]);
  expect(startsOf(queue(['a'], [], [load(null), load(1)]))).toEqual([0, null]);
});

test('a load past its time counts as over now', () => {
  const [minutes] = startsOf(queue(['a'], [busy(-3, 'a')], [load(1)]));
  expect(minutes).toBeCloseTo(0, 2);
});

test('a load for two workers waits for both, and what is behind it does not begin before', () => {
  const state = queue(['a', 'b'], [busy(10, 'a'), busy(30, 'b')], [load(5, { generators: 2 }), load(1)]);
  expect(startsOf(state)).toEqual([30, 35]);
});

test('the runs of an experiment wait for their own worker', () => {
  const state = queue(['a', 'b'], [busy(10, 'a'), busy(30, 'b')], [load(5, { crew: ['b'] }), load(1)]);
  expect(startsOf(state)).toEqual([30, 10]);
  expect(sentences(state)[0]).toBe("The worker that makes this experiment's runs is busy until about 22:30 UTC.");
});

test('the run of an experiment of two waits for both of its crew, however many others are free', () => {
  const crew = ['b', 'a'];
  const state = queue(['a', 'b', 'c'], [busy(10, 'a')], [load(5, { crew, generators: 2 })]);
  expect([startsOf(state), sentences(state)]).toEqual([
    [10],
    ["One of the workers that make this experiment's runs is busy until about 22:10 UTC."],
  ]);
  const lacking = (...workers: string[]) => sentences(queue(workers, [], [load(5, { crew, generators: 2 })]))[0];
  expect(lacking('a', 'c')).toBe('Its worker is gone: another takes over within some seconds.');
  expect(lacking('a')).toBe('It needs 2 workers at once, and 1 is online.');
});

test('without the workers it needs a load has no expected start', () => {
  expect(startsOf(queue([], [], [load(1)]))).toEqual([null]);
  expect(startsOf(queue(['a'], [], [load(1, { generators: 2 }), load(1)]))).toEqual([null, 0]);
  expect(startsOf(queue(['a'], [], [load(1, { crew: ['gone'] })]))).toEqual([null]);
});

test('a load whose pool brings workers is told for how long they may take, then what to do', () => {
  const scaled = (late: boolean) => load(5, { label: 'eu', generators: 4, scales: { seconds: 300, late } });
  const state = queue([], [], [scaled(false), scaled(true)]);
  expect(sentences(state)).toEqual([
    'Its workers are being started: 0 of 4 are online. That may take 5\u00a0min.',
    'Its workers should have been there within 5\u00a0min, and 0 of 4 are online. See whether something scales its pool, start workers by hand, or cancel it.',
  ]);
  expect(sentences({ ...state, held: true })[1]).toBe('The owner of this installation holds all load.');
});

test('no worker is ever given two loads at once, and none starts before a load of several that is in front', () => {
  const waiting = fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 60 }), generators: fc.integer({ min: 1, max: 3 }) }));
  fc.assert(
    fc.property(waiting, fc.integer({ min: 3, max: 5 }), (loads, workers) => {
      const ids = Array.from({ length: workers }, (_, n) => `w${n}`);
      const state = queue(
        ids,
        [],
        loads.map(({ minutes, generators }) => load(minutes, { generators })),
      );
      const starts = startsOf(state).map((at) => at ?? Number.NaN);
      for (const [index, at] of starts.entries()) {
        const together = loads.filter((each, other) => (starts[other] ?? 0) <= at && at < (starts[other] ?? 0) + each.minutes);
        expect(together.reduce((sum, each) => sum + each.generators, 0)).toBeLessThanOrEqual(workers);
        for (let before = 0; before < index; before++)
          if ((loads[before]?.generators ?? 1) > 1) expect(at).toBeGreaterThanOrEqual(starts[before] ?? 0);
      }
    }),
  );
});

test('the sentence says what is busy, until when in the reader’s time, and what goes first', () => {
  const others = load(10, { ours: null });
  expect(sentences(queue(['a'], [busy(74, 'a')], [load(1), load(1)]), 'Europe/Berlin')).toEqual([
    'One worker, busy until about 00:14.',
    'One worker, busy until about 00:14; 1 load goes first.',
  ]);
  expect(sentences(queue(['a', 'b'], [busy(74, 'a'), busy(90, 'b')], [others, others, others, load(1)]))[3]).toBe(
    'Two workers, both busy until about 23:14 UTC; 3 loads of other teams go first.',
  );
  expect(sentences(queue(['a'], [busy(null, 'a')], [load(1), others, load(1)]))[2]).toBe(
    'One worker, busy with no known end; 2 loads go first, 1 of other teams.',
  );
  expect(sentences(queue(['a'], [busy(30 * 60, 'a')], [load(1)]))[0]).toBe('One worker, busy until about 3 Mar, 04:00 UTC.');
});

test('the sentence says what is missing', () => {
  expect(sentences(queue([], [], [load(1)]))).toEqual(['No worker is online: start one.']);
  expect(sentences(queue(['a'], [], [load(1, { generators: 2 })]))).toEqual(['It needs 2 workers at once, and 1 is online.']);
  expect(sentences(queue(['a', 'b'], [busy(5, 'b')], [load(1, { generators: 2 })]))).toEqual([
    'It needs 2 workers at once, and too many of 2 are busy until about 22:05 UTC.',
  ]);
  expect(sentences(queue(['a', 'b', 'c', 'd'], [busy(5, 'a'), busy(5, 'b'), busy(5, 'c')], [load(1), load(1)]))).toEqual([
    'The team has 3 loads under way, and 3 is its cap.',
    'The team has 3 loads under way, and 3 is its cap; 1 load goes first.',
  ]);
  const blocked = load(1, { blocked: true, behind: 'a sweep' });
  expect(sentences(queue(['a'], [], [blocked, blocked, blocked]))).toEqual([
    'It waits for the experiment “a sweep” of the same person.',
    'It waits for the experiment “a sweep” of the same person; 1 load goes first.',
    'It waits for the experiment “a sweep” of the same person; 2 loads go first.',
  ]);
  expect(sentences(queue(['a'], [], [load(1, { ours: null }), load(1)]))[1]).toBe('1 load of other teams goes first.');
});

test('a load with a label waits for the workers of its pool alone, and says so', () => {
  const [plain, eu, drained] = [
    { id: 'plain', slots: 1, labels: [], draining: false },
    { id: 'eu', slots: 1, labels: ['eu', 'large'], draining: false },
    { id: 'drained', slots: 1, labels: ['us'], draining: true },
  ];
  const state: QueueState = {
    ...queue(
      [],
      [busy(10, 'eu'), busy(30, 'plain')],
      [load(5, { label: 'eu' }), load(5, { label: 'us' }), load(1), load(1, { label: 'eu' })],
    ),
    workers: [plain, eu, drained],
  };
  expect(startsOf(state)).toEqual([10, null, 15, 16]);
  expect(sentences(state)).toEqual([
    'One worker with the label “eu”, busy until about 22:10 UTC.',
    'No worker with the label “us” is online and takes loads: start one.',
    'Two workers, both busy until about 22:10 UTC; 1 load goes first.',
    'One worker with the label “eu”, busy until about 22:10 UTC; 2 loads go first.',
  ]);
  expect(sentences({ ...state, waiting: [load(1, { label: 'large', generators: 2 })] })).toEqual([
    'It needs 2 workers with the label “large” at once, and 1 is online.',
  ]);
});

test('a load in regions waits for workers of each, and names the one that lacks some', () => {
  const workers = [['eu'], ['eu', 'us'], []].map((labels, at) => ({ id: `w${at}`, slots: 1, labels, draining: false }));
  const state: QueueState = {
    ...queue(
      [],
      [busy(10, 'w0'), busy(30, 'w1')],
      [
        load(5, { label: 'eu:1,us:1', generators: 2 }),
        load(5, { label: 'eu:1,mars:2', generators: 3 }),
        load(5, { label: 'eu:2,us:1', generators: 3 }),
      ],
    ),
    workers,
  };
  expect(startsOf(state)).toEqual([30, null, null]);
  expect(sentences(state)).toEqual([
    'It needs 2 workers at once, and too many of 2 are busy until about 22:30 UTC.',
    'No worker with the label “mars” is online and takes loads: start one.',
    'It needs 3 workers with the label “eu:2,us:1” at once, and 2 are online.',
  ]);
});

test('a worker that drains makes the next runs of its experiments, and nothing else', () => {
  const drained = { id: 'a', slots: 1, labels: [], draining: true };
  const state: QueueState = { ...queue([], [], [load(1, { crew: ['a'] }), load(1)]), workers: [drained] };
  expect(startsOf(state)).toEqual([0, null]);
  expect(sentences(state)[1]).toBe('Every worker that is online takes nothing new: start one, or let one take loads again.');
});

test('a load that a cap keeps back, and one while all load is held, says so', () => {
  const waiting = (['person', 'installation', 'target'] as const).map((heldBack) => load(1, { heldBack }));
  expect(sentences(queue(['a'], [], waiting))).toEqual([
    expect.stringContaining('at the cap for one person'),
    expect.stringContaining('at its cap of loads'),
    expect.stringContaining('send its target as much'),
  ]);
  expect(sentences({ ...queue(['a'], [], [load(1)]), held: true })).toEqual(['The owner of this installation holds all load.']);
});
