import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import type { NamedArms, NamedCandidate } from '@plimsoll/wording/named-arms';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ArmTables } from './arm-tables.ts';

const delta = (metric: ComparedMetric): MetricDelta => {
  const interval = { low: 0.25, high: 0.35 };
  const figures = { base: 20_000, candidate: 26_000, delta: 6000, deltaRelative: 0.3, interval };
  const claims = { services: { interval, verdict: 'worse' as const }, builds: null };
  return { metric, ...figures, verdict: 'worse', claims, reason: 'because', code: null };
};
const errors = [
  { kind: 'timeout', change: 'new', base: 0, baseShare: 0, candidate: 5, candidateShare: 0.1 },
  { kind: 'refused', change: 'gone', base: 5, baseShare: 0.1, candidate: 0, candidateShare: 0 },
];
const comparability = { grade: 'not_like_with_like', differences: [], sentence: '', code: null };

function drawn(...comparable: readonly boolean[]): string {
  const metrics = [delta('p50'), delta('serviceTime.p50')];
  const byRequest = [{ name: 'login', in: 'both', metrics: [delta('p99')] }];
  const arm = { runs: [], points: [], metrics, byRequest, byRegion: byRequest, errors, comparability, sentence: '' };
  const candidates = comparable.map((one, at) => ({ name: `new ${at}`, arm, comparable: one }) as unknown as NamedCandidate);
  const arms = { base: { name: 'old', arm }, candidates, noiseFloor: null, minimumEffect: 0.03 } as unknown as NamedArms;
  return renderToStaticMarkup(h(ArmTables, { arms, reasons: true, foot: 'why' })).replaceAll('\u00a0', ' ');
}

it('shows figures, change and interval of what cannot be compared, and calls nothing worse', () => {
  const unlike = drawn(false);
  for (const figure of ['20 ms', '26 ms', '+30.0 %', '+25.0 % … +35.0 %']) expect(unlike).toContain(figure);
  expect(unlike).not.toMatch(/worse|verdict|because|why|tone-bad|tone-good|--bad/i);
  expect(unlike).toMatch(/New.*Gone/);
  expect(drawn(true)).toMatch(/Worse.*because.*tone-bad.*New.*tone-good.*Gone/);
});

it('judges of several arms those that can be compared', () => {
  const marks = (html: string) => html.match(/Worse/g)?.length ?? 0;
  expect(marks(drawn(true, true))).toBe(2 * marks(drawn(true, false)));
  expect(marks(drawn(false, false))).toBe(0);
});

it('leaves out what neither arm measured, and says once that an arm lacks a figure', () => {
  const none = {
    candidate: null,
    delta: null,
    deltaRelative: null,
    interval: null,
    claims: undefined,
    verdict: 'not_enough_evidence' as const,
  };
  const gone = { ...delta('p99'), ...none };
  const never = { ...delta('p95'), ...none, base: null };
  const arm = { runs: [], points: [], metrics: [delta('p50'), gone, never], byRequest: [], errors: [], comparability, sentence: '' };
  const unfolded = { ...arm, metrics: [delta('p50'), { ...delta('serviceTime.p50'), ...none, base: null }] };
  const draw = (...arms: object[]) => {
    const candidates = arms.map((one, at) => ({ name: `new ${at}`, arm: one, comparable: true }));
    const named = { base: { name: 'old', arm }, candidates, noiseFloor: null, minimumEffect: 0.03 } as unknown as NamedArms;
    return renderToStaticMarkup(h(ArmTables, { arms: named, reasons: true, foot: null }));
  };
  const one = draw(arm);
  expect(one).toContain('p99 response time');
  expect(one).not.toContain('p95 response time');
  expect(draw(unfolded)).not.toContain('Service time');
  const overview = draw(arm, arm).split('</table>')[0] ?? '';
  expect(overview).not.toContain('p95 response time');
  expect(overview.match(/–/g)).toHaveLength(2);
});
