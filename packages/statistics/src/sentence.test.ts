import { describe, expect, it } from 'vitest';
import { planOf, runOf, sampleOf } from '../test/support/simulated-run.ts';
import { verdictSentence } from './sentence.ts';
import { summarise } from './summary.ts';

const samples = Array.from({ length: 60 }, (_, second) => sampleOf(second));
const finished = runOf(1, { summary: summarise(samples) });

describe('verdict sentence', () => {
  it('says what ran, how much, how fast, how many errors, and that it can be trusted', () => {
    expect(verdictSentence(finished)).toBe(
      'checkout ran 60 s with 10 connections: 10 requests/s, p99 1 ms, no errors. The measurement is valid.',
    );
  });

  it('names missed thresholds and doubts', () => {
    const thresholds = [
      { expression: 'p(99) < 1ms', value: 1000, passed: false },
      { expression: 'error_rate < 1%', value: 0, passed: true },
    ];
    const validity = { stamp: 'invalid' as const, reasons: ['Only 80 % of the planned requests were sent.', 'Another.'], advice: [] };
    expect(verdictSentence({ ...finished, thresholds, validity })).toBe(
      'checkout ran 60 s with 10 connections: 10 requests/s, p99 1 ms, no errors. 1 of 2 thresholds missed: "p(99) < 1ms". ' +
        'Do not trust these figures: only 80 % of the planned requests were sent. (1 more reason)',
    );
    expect(verdictSentence({ ...finished, thresholds: thresholds.slice(1) })).toContain('The threshold holds.');
  });

  it('tells an early end and an empty run', () => {
    const open = planOf({ load: { model: 'open', rate: 1500, duration: '60s' } });
    expect(verdictSentence({ ...finished, plan: open, state: 'stopped', stateReason: 'Stopped by Ann.' })).toMatch(
      /1,500 requests\/s planned.*Stopped by Ann\./,
    );
    expect(verdictSentence({ ...finished, state: 'worker_lost', summary: null })).toBe(
      'Its worker was lost before the end. No request finished.',
    );
  });
});
