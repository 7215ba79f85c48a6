import type { BareFinding } from '@plimsoll/contracts/story';
import { expect, test } from 'vitest';
import { findingSentence } from './story-sentence.ts';

test('the sentence advises to raise the setting that bounds the requests under way', () => {
  const figures = { slots: 200, serviceTimeUs: 40_000, mostPerSecond: 5000 };
  const said = (bound?: 'slots' | 'limit', calls = false) =>
    findingSentence({ kind: 'concurrency_bound', second: 57, figures }, { ...(bound && { bound }), calls });
  expect(said()).toMatch(/200 connections ÷ .*raise the number of connections\.$/);
  expect(said('slots')).toMatch(/raise the number of connections or what each carries at once\.$/);
  expect(said('limit')).toMatch(/200 requests under way ÷ .*raise the request limit\.$/);
  const behind = { plannedPerSecond: 300, sentPerSecond: 250, slotsBusy: true, limit: 'target' as const };
  expect(findingSentence({ kind: 'sent_left_planned', second: 57, figures: behind }, { bound: 'limit' })).toMatch(
    /as the request limit allows/,
  );
  // Free connections are said only where they were free.
  const own = { ...behind, limit: 'generator' as const };
  expect(findingSentence({ kind: 'sent_left_planned', second: 57, figures: own })).toMatch(/all connections were busy/);
  expect(findingSentence({ kind: 'sent_left_planned', second: 57, figures: { ...own, slotsBusy: false } })).toMatch(
    /connections were free/,
  );
  expect(said('limit', true)).toMatch(/200 calls under way ÷ .*raise the call limit\.$/);
});

test('of WebSockets it counts connections', () => {
  const said = (finding: BareFinding) => findingSentence(finding, { sockets: true, bound: 'limit', nothingGood: true });
  const second = 4;
  const told = [
    said({ kind: 'first_connection_error', second, figures: { outcome: 'reset', count: 3 } }),
    said({ kind: 'backlog_burst', second, figures: { goodPerSecond: 9, plannedPerSecond: 5, backlog: 40 } } as BareFinding),
    said({ kind: 'concurrency_bound', second, figures: { slots: 20, serviceTimeUs: 40_000, mostPerSecond: 500 } }),
    said({
      kind: 'failing_fast',
      second,
      figures: { failedTimeUs: 1500, goodTimeUs: null, failedShare: 1, sentShare: 0.5, heldBackBefore: false },
    } as BareFinding),
  ];
  for (const sentence of told) {
    expect(sentence).toMatch(/[Cc]onnection/);
    expect(sentence).not.toMatch(/request|call/i);
  }
});

test('what failed fast is told with the time of good answers only where that was measured', () => {
  const known = { failedTimeUs: 1500, goodTimeUs: 20_000, failedShare: 0.52, sentShare: 1, heldBackBefore: false };
  const said = (figures: Partial<Record<keyof typeof known, number | null>>, nothingGood = false) =>
    findingSentence({ kind: 'failing_fast', second: 4, figures: { ...known, ...figures } } as BareFinding, { nothingGood }).replaceAll(
      '\u00a0',
      ' ',
    );
  expect(said({})).toMatch(/^From 0:04 on the target failed fast: 52 % failed, in 1.50 ms \(good answers: 20 ms\)\./);
  for (const goodTimeUs of [null, Number.NaN]) expect(said({ goodTimeUs })).toMatch(/52 % failed, in 1.50 ms\. All/);
  expect(said({ failedShare: 1 })).toBe('From 0:04 on every request failed, in 1.50 ms. All that was planned was sent.');
  expect(said({ failedShare: 1, goodTimeUs: null }, true)).toMatch(/^Every request failed, in 1.50 ms\./);
});
