import { planSchema } from '@plimsoll/contracts/plan';
import type { Point } from '@plimsoll/contracts/sample';
import { describe, expect, it } from 'vitest';
import { measureProgress } from './progress.ts';

const plan = (load: object, warmup = '0s') =>
  planSchema.parse({ version: 1, name: 'x', target: { url: 'http://127.0.0.1/' }, load, warmup });
const upTo = (seconds: number, sent = 0) => [{ second: 0, seconds, warmup: false, sent } as Point];

describe('progress of a run', () => {
  it('goes by time where the load has a length', () => {
    const progress = measureProgress(plan({ model: 'closed', connections: 1, duration: '10s' }), upTo(4));
    expect([progress.share, progress.totalMs, progress.elapsedMs]).toEqual([0.4, 10_000, 4000]);
  });
  it('goes by requests where only they end it', () => {
    expect(measureProgress(plan({ model: 'closed', connections: 1, requests: 200 }), upTo(4, 50)).share).toBe(0.25);
  });
  it('takes whichever ends first', () => {
    expect(measureProgress(plan({ model: 'closed', connections: 1, requests: 100, duration: '10s' }), upTo(2, 90)).share).toBe(0.9);
  });
  it('knows the stage, and whether it ramps or holds', () => {
    const stages = [
      { to: 50, over: '5s' },
      { to: 50, over: '5s' },
    ];
    const staged = plan({ model: 'open', stages });
    expect(measureProgress(staged, upTo(2)).stage).toEqual({ at: 1, of: 2, to: 50, holding: false });
    expect(measureProgress(staged, upTo(7)).stage).toEqual({ at: 2, of: 2, to: 50, holding: true });
    expect(measureProgress(staged, upTo(7)).marks).toEqual([0.5]);
  });
  it('counts the warm-up as part of the way', () => {
    const progress = measureProgress(plan({ model: 'open', rate: 10, duration: '8s' }, '2s'), upTo(1));
    expect([progress.warmingUp, progress.share, progress.marks]).toEqual([true, 0.1, [0.2]]);
  });
});
