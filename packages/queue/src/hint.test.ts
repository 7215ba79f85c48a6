import { expect, test } from 'vitest';
import { queueName } from './backend.ts';
import { type Hint, hintId, parseHint } from './hint.ts';

const run: Hint = { kind: 'run', runId: 'a', attempt: 2 };
const experiment: Hint = { kind: 'experiment', experimentId: 'a' };

test('a hint is read back from the queue, ids and nothing else', () => {
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

test('this version and the one before share a queue: name, entries and their ids are as 0.2 wrote them', () => {
  const run = { kind: 'run', runId: '0a8e', attempt: 1 } as const;
  const experiment = { kind: 'experiment', experimentId: '7c11' } as const;
  expect(queueName).toBe('plimsoll-loads');
  for (const written of ['{"kind":"run","runId":"0a8e","attempt":1}', '{"kind":"experiment","experimentId":"7c11"}'])
    expect(JSON.stringify(parseHint(JSON.parse(written)))).toBe(written);
  expect([hintId(run), hintId(run, 2), hintId(experiment)]).toEqual(['0a8e-1', '0a8e-1-2', 'experiment-7c11']);
});
