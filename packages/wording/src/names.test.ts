import type { LimitEvidenceKind } from '@plimsoll/contracts/limit';
import type { Validity } from '@plimsoll/contracts/validity';
import type { ValidityFinding } from '@plimsoll/contracts/validity-finding';
import { expect, test } from 'vitest';
import { limitSentence } from './names.ts';
import { insideSentence } from './run-state.ts';
import { validityReason } from './sentences/validity-reason.ts';

const limited = (limit: Validity['limit'], ...findings: ValidityFinding[]) =>
  limitSentence({ limit, findings, reasons: findings.map(validityReason), evidence: [] });
const short = { kind: 'shortfall', share: 0.5, fromSecond: 0, toSecond: 4, sent: 10, planned: 20, strained: true } as const;
const busy = { kind: 'loop_busy', share: 0.99, limit: 0.9, seconds: 4, of: 4 } as const;

test('a load that its own generator held back says what to do, once', () => {
  expect(limited('generator', short)).toMatch(/^The generator was the limit, not the target: give its machine less other work/);
  expect(limited('client', short, { ...busy, limits: null })).toContain('use the wire client');
  // These reasons say it themselves.
  expect(limited('client', { ...busy, limits: { advice: ['wire'], generators: 1, client: 'undici' } })).toBeNull();
  expect(limited('generator', short, { kind: 'other_work', share: 0.5 })).toBeNull();
  expect(limited('generator', { kind: 'legacy', text: 'The generator was late.' })).toBeNull();
  expect(limited('target', short)).toContain('The target was the limit');
  expect(limited('none')).toBeNull();
});

test('a target that was not slow is said to have refused load, or to have left it unanswered', () => {
  const shown = (...kinds: readonly LimitEvidenceKind[]) => {
    const evidence = kinds.map((kind) => ({ second: 0, kind, figures: {} }));
    return limitSentence({ limit: 'target', findings: [], reasons: [], evidence });
  };
  expect(shown('refused', 'unanswered', 'target_cpu_free')).toBe('The target was the limit: it refused a part of the load.');
  expect(shown('unanswered', 'slots_busy')).toBe('The target was the limit: it left a part of the load unanswered.');
  for (const slow of ['service_time_grew', 'target_core_full', 'target_cpu_full'] as const)
    expect(shown('refused', slow)).toBe('The target was the limit: it took no more than this.');
});

test('an outcome inside of a sentence keeps its capitals', () => {
  expect(validityReason({ kind: 'unanswered', requests: 80, outcomes: ['tls', 'connect_refused'] })).toContain(
    '(TLS failure and connection refused)',
  );
  expect(['A run has ended', 'HTTP 503'].map(insideSentence)).toEqual(['a run has ended', 'HTTP 503']);
});
