import type { Arm } from '@plimsoll/contracts/comparison';
import { planSchema } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import type { SharedPlan } from '@plimsoll/contracts/share';
import { unjudged, type Validity } from '@plimsoll/contracts/validity';
import { expect, it } from 'vitest';
import { writeHtml } from '../page/write-html.ts';
import { PlanCard } from './comparison-article.ts';

const { connection, load } = planSchema.parse({
  version: 1,
  name: 'shop',
  target: { url: 'http://shop.example/' },
  load: { model: 'closed', connections: 4, duration: '10s' },
});
const plan: SharedPlan = {
  name: 'shop',
  method: 'GET',
  url: 'http://shop.example/',
  requests: [],
  sequence: false,
  streamsOnly: false,
  connection,
  load,
  warmup: '0s',
  timeout: '5s',
  thresholds: [],
  tags: {},
};
const card = (validity: Validity | null, run: Arm['runs'][number] | null = null) =>
  writeHtml(PlanCard, { title: 'Base', plan, arm: 0, validity, run });

it('the card of an arm says whether its figures can be trusted, and why not', () => {
  const reason = 'The generator was busy in 3 of 60 seconds.';
  const degraded = card({ stamp: 'degraded', reasons: [reason], ...unjudged });
  expect(degraded).toContain('Degraded');
  expect(degraded).toContain(reason);
  expect(card({ stamp: 'valid', reasons: [], ...unjudged })).toContain('Valid');
  expect(card(null)).not.toMatch(/Valid|Degraded/);
});

it('the card of an imported run names the tool that made its load, and no load', () => {
  const imported = card({ stamp: 'unwatched', reasons: [], ...unjudged, findings: [{ kind: 'imported', tool: 'wrk' }] });
  expect(imported).toContain('imported from wrk');
  expect(imported).not.toMatch(/connections|keep-alive/);
  expect(card(null)).toMatch(/4\sconnections/);
});

it('the card of a run that was stopped tells the length that it had, beside its plan’s', () => {
  const ended = (endReason: EndReason | null) => card(null, { endReason, summary: { durationMs: 4_020 } } as Arm['runs'][number]);
  expect(ended('stopped')).toMatch(/4\sconnections, 4\ss of 10\ss planned/);
  // Of a run in turns, the burn-in of each is not measured.
  for (const reason of ['duration', null] as const) expect(ended(reason)).toMatch(/4\sconnections, 10\ss ·/);
});
