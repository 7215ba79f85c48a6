import { expect, test } from 'vitest';
import { findingSentence } from './story-sentence.ts';

test('what bounds the requests under way is what is advised to raise', () => {
  const figures = { slots: 200, serviceTimeUs: 40_000, mostPerSecond: 5000 };
  const said = (bound?: Parameters<typeof findingSentence>[1]) =>
    findingSentence({ kind: 'concurrency_bound', second: 57, figures }, bound);
  expect(said()).toMatch(/200 connections ÷ .*raise the number of connections\.$/);
  expect(said('slots')).toMatch(/raise the number of connections or what each carries at once\.$/);
  expect(said('limit')).toMatch(/200 requests under way ÷ .*raise the request limit\.$/);
  const behind = { plannedPerSecond: 300, sentPerSecond: 250, slotsBusy: true, limit: 'target' as const };
  expect(findingSentence({ kind: 'sent_left_planned', second: 57, figures: behind }, 'limit')).toMatch(/as the request limit allows/);
});
