import { expect, test } from 'vitest';
import { type Hint, hintId, parseHint } from './hint.ts';

const run: Hint = { kind: 'run', runId: 'a', attempt: 2 };
const experiment: Hint = { kind: 'experiment', experimentId: 'a' };

test('what was put on the queue is read back, ids and nothing else', () => {
  for (const hint of [run, experiment]) expect(parseHint({ ...hint, plan: 'a secret' })).toEqual(hint);
});

test('an entry that is none of ours is refused', () => {
  for (const entry of [null, {}, { runId: 'a', attempt: 1 }, { kind: 'run', runId: 'a' }, { kind: 'experiment' }, { kind: 'share' }])
    expect(() => parseHint(entry)).toThrow('neither a run nor an experiment');
});

test('a run and an experiment, two attempts, and the hints of several workers are different entries', () => {
  const ids = [hintId(run), hintId({ ...run, attempt: 3 }), hintId(run, 1), hintId(experiment)];
  expect(new Set(ids).size).toBe(4);
});
