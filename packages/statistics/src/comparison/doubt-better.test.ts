import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { describe, expect, it } from 'vitest';
import { makeSample } from '../../test/support/simulated-run.ts';
import { summarise } from '../run/summary.ts';
import { doubtBetter } from './doubt-better.ts';

const none = { base: 1, candidate: 1, delta: 0, deltaRelative: 0, interval: null, reason: '', code: null };
const delta = (metric: MetricDelta['metric'], verdict: MetricDelta['verdict']): MetricDelta => ({ ...none, metric, verdict });
const faster = [delta('p50', 'better')];
const summaryOf = (change: Parameters<typeof makeSample>[1] = {}) => [summarise([0, 1].map((second) => makeSample(second, change)))];

describe('a better candidate', () => {
  it('is not doubted where its answers are alike, or where nothing is better', () => {
    expect(doubtBetter(faster, summaryOf(), summaryOf())).toEqual([]);
    const failing = summaryOf({ done: 6, failed: 4, outcomes: { response: 10 }, statuses: { '200': 6, '503': 4 } });
    expect(doubtBetter([delta('p50', 'worse'), delta('errorRate', 'better')], summaryOf(), failing)).toEqual([]);
  });

  it('is suspect where a status has another share of the answers, with fewer good ones', () => {
    const failing = summaryOf({ done: 6, failed: 4, outcomes: { response: 10 }, statuses: { '200': 6, '503': 4 } });
    expect(doubtBetter(faster, summaryOf(), failing)).toEqual([
      { kind: 'statuses', status: '200', base: 1, candidate: 0.6 },
      { kind: 'fewer', base: 1, candidate: 0.6 },
    ]);
  });

  it('is suspect where its answers are of another size, and not for a header more', () => {
    // Ten answers of 200 bytes a second.
    const sized = (received: number) => summaryOf({ bytes: { sent: 1000, received } });
    expect(doubtBetter(faster, summaryOf(), sized(500))).toEqual([{ kind: 'sizes', base: 200, candidate: 50 }]);
    expect(doubtBetter(faster, summaryOf(), sized(2500))).toEqual([]);
  });

  it('is suspect where less of what was planned got a good answer', () => {
    expect(doubtBetter(faster, summaryOf(), summaryOf({ planned: 20, dropped: 10 }))).toEqual([{ kind: 'fewer', base: 1, candidate: 0.5 }]);
  });
});
