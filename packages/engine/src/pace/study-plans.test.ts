import { readdirSync, readFileSync } from 'node:fs';
import { defaultCaps, overCaps } from '@plimsoll/contracts/caps';
import { type OpenLoad, peakConnections } from '@plimsoll/contracts/plan';
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { describe, expect, test } from 'vitest';
import { openDueTimes } from './open-due-times.ts';
import { type Partition, partitionShare, wholeLoad } from './partition.ts';

/** The plans in docs/examples that restate published studies, held to the arithmetic of those studies. */
function examplePlan(name: string) {
  const read = parsePlanYaml(readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), 'utf8'), issueSentence);
  if (!('plan' in read)) throw new Error(JSON.stringify(read.problems));
  expect(overCaps(read.plan, defaultCaps)).toEqual([]);
  return { ...read.plan, load: read.plan.load as OpenLoad };
}

function countDue(plan: ReturnType<typeof examplePlan>, untilUs: number, partition: Partition = wholeLoad) {
  const due = openDueTimes(plan, plan.load, partition);
  const perSecond: number[] = [];
  for (let us = due.next(); us < untilUs; us = due.next()) perSecond[Math.floor(us / 1e6)] = (perSecond[Math.floor(us / 1e6)] ?? 0) + 1;
  return perSecond;
}
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the example plans', () => {
  test('can all be read', () => {
    const names = readdirSync(new URL('../../../../docs/examples/', import.meta.url));
    expect(names.map((name) => examplePlan(name).name)).toHaveLength(5);
  });

  test('a staircase of 50 to 700 in steps of 50 plans what lies under it, step by step', () => {
    const plan = examplePlan('staircase.yaml');
    const perSecond = countDue(plan, Number.POSITIVE_INFINITY);
    expect(perSecond).toHaveLength(140);
    for (let step = 1; step <= 14; step++) {
      const [from, to] = [50 * (step - 1), 50 * step];
      const start = 10 * (step - 1);
      expect(sum(perSecond.slice(start, start + 5))).toBe((5 * (from + to)) / 2);
      expect(perSecond.slice(start + 5, start + 10)).toEqual([to, to, to, to, to]);
    }
    expect(sum(perSecond)).toBe(50_750);
    expect(peakConnections(plan.load)).toBe(10_000);
    const body = plan.target?.body ?? '';
    expect(JSON.parse(body).lines).toHaveLength(3);
    expect(Math.abs(body.length - 500)).toBeLessThan(50);
  });

  test('16 loops of 500 per second over 200 connections are the partitions of one load of 8 000 over 3 200', () => {
    const plan = examplePlan('sixteen-loops.yaml');
    expect([plan.load.rate, plan.load.duration, peakConnections(plan.load), plan.target?.bodyBytes]).toEqual([8000, '10m', 3200, 5000]);
    for (let index = 0; index < 16; index++) {
      const partition = { index, of: 16 };
      expect(partitionShare(plan.load.maxConnections, partition)).toBe(200);
      expect(countDue(plan, 3e6, partition)).toEqual([500, 500, 500]);
    }
    expect(countDue(plan, 3e6)).toEqual([8000, 8000, 8000]);
    expect(sum(countDue(plan, Number.POSITIVE_INFINITY))).toBe(8000 * 600);
  });

  test.each([
    ['short-streams.yaml', 50, 10],
    ['long-streams.yaml', 12_000, 100],
  ])('%s begins %i streams of %i messages', (name, streams, messages) => {
    const plan = examplePlan(name);
    expect(sum(countDue(plan, Number.POSITIVE_INFINITY))).toBe(streams);
    expect(plan.target?.grpc?.messagesPerStream).toBe(messages);
  });
});
