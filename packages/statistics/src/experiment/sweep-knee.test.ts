import { kneeSentence } from '@plimsoll/wording/capacity-sentence';
import { describe, expect, it } from 'vitest';
import { findKnee, type Knee } from './sweep-knee.ts';

const said = (knee: Knee | null) => knee && kneeSentence({ of: '64', limit: null, ...knee.code });

const sweep = (pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([setting, throughputPerSecond]) => ({ setting, throughputPerSecond }));

describe('knee of a sweep', () => {
  it('is where more connections no longer give more requests', () => {
    const knee = findKnee(
      sweep([
        [64, 10_050],
        [1, 1000],
        [2, 2000],
        [4, 3900],
        [8, 7000],
        [16, 9800],
        [32, 10_000],
      ]),
    );
    expect(knee).toMatchObject({ setting: 16, ceilingPerSecond: 10_050 });
    expect(said(knee)).toBe('64: Throughput reaches its limit of about 10\u00a0050/s at 16; more gains less than 5\u00a0%.');
    expect(knee && kneeSentence({ of: 'keep-alive on, 16 connections', limit: null, ...knee.code })).toBe(
      'Throughput reaches its limit of about 10\u00a0050/s at keep-alive on, 16 connections; more gains less than 5\u00a0%.',
    );
  });

  it('says when throughput falls beyond it', () => {
    expect(
      said(
        findKnee(
          sweep([
            [1, 100],
            [10, 900],
            [100, 500],
          ]),
        ),
      ),
    ).toMatch(/it falls by 44.4\u00a0% up to 100/);
  });

  it('is unknown while throughput still rises, with too few settings, and with no throughput', () => {
    expect(
      findKnee(
        sweep([
          [1, 1000],
          [2, 2000],
          [4, 4000],
        ]),
      ),
    ).toBeNull();
    expect(
      findKnee(
        sweep([
          [1, 1000],
          [2, 1000],
        ]),
      ),
    ).toBeNull();
    expect(
      findKnee(
        sweep([
          [1, 0],
          [2, 0],
          [4, 0],
        ]),
      ),
    ).toBeNull();
    expect(findKnee([])).toBeNull();
  });
});
