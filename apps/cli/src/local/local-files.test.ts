import type { Run } from '@plimsoll/contracts/run';
import { unjudged } from '@plimsoll/contracts/validity';
import { expect, test } from 'vitest';
import { planOfUrl } from '../result/read-plan.ts';
import { madeHere } from './local-files.ts';

const short = { kind: 'shortfall', share: 0.5, fromSecond: 0, toSecond: 4, sent: 10, planned: 20, strained: true } as const;
const validity = { ...unjudged, stamp: 'degraded', reasons: ['Short.'], findings: [short] } as const;

test('the report of a run without a server says what can be done about its limit here, not on another generator', async () => {
  for (const limit of ['generator', 'client'] as const) {
    const run = {
      id: 'here',
      plan: planOfUrl('http://127.0.0.1:8080/'),
      state: 'completed',
      createdAt: '2026-11-29T12:00:00.000Z',
      startedAt: '2026-11-29T12:00:00.000Z',
      summary: null,
      environment: null,
      validity: { ...validity, limit },
      thresholds: [],
      baseline: null,
      generators: [],
      turns: null,
      tags: {},
    };
    const report = await madeHere({ run: run as unknown as Run, samples: [] }).file('html');
    expect(report).toContain('was the limit, not the target');
    expect(report).toContain('on a server with several generators');
    expect(report).not.toContain('another generator');
  }
});
