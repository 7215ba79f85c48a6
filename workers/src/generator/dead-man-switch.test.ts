import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { armDeadManSwitch } from './dead-man-switch.ts';

const second = 1_000_000_000n;

test('cuts once, 8 s after the last answered heartbeat was sent', async () => {
  let now = 0n;
  let cuts = 0;
  const guard = armDeadManSwitch(0n, () => cuts++, { now: () => now });
  now = 7n * second;
  await sleep(60);
  expect(cuts).toBe(0);
  guard.heard(6n * second);
  now = 13n * second;
  await sleep(60);
  expect(cuts).toBe(0);
  now = 14n * second;
  await sleep(60);
  expect(cuts).toBe(1);
  await sleep(60);
  expect(cuts).toBe(1);
});

test('a heartbeat that lay in the pipe while the process was frozen does not revive it', async () => {
  let now = 0n;
  let cuts = 0;
  const guard = armDeadManSwitch(0n, () => cuts++, { now: () => now });
  now = 20n * second;
  guard.heard(1n * second);
  expect(cuts).toBe(1);
});

test('a closed switch cuts nothing', async () => {
  let cuts = 0;
  armDeadManSwitch(0n, () => cuts++, { now: () => 100n * second, limitMs: 1 }).close();
  await sleep(50);
  expect(cuts).toBe(0);
});
