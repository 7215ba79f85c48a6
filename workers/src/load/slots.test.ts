import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSlots } from './slots.ts';

const never = new AbortController().signal;

test('as many at once as there are slots, in the order they came', async () => {
  const slots = openSlots(2);
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  const work = (index: number) =>
    slots.use(never, async () => {
      begun.push(index);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(5);
      atOnce -= 1;
    });
  await Promise.all([0, 1, 2, 3, 4].map(work));
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

test('work that fails gives its slot back', async () => {
  const slots = openSlots(1);
  await expect(slots.use(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.use(never, async () => 'next')).toBe('next');
});

test('a waiter that gives up never gets the slot, and those behind do', async () => {
  const slots = openSlots(1);
  const held = Promise.withResolvers<void>();
  const first = slots.use(never, () => held.promise);
  const patience = new AbortController();
  const second = slots.use(patience.signal, async () => 'second');
  const third = slots.use(never, async () => 'third');
  patience.abort(new Error('too long'));
  await expect(second).rejects.toThrow('too long');
  held.resolve();
  await first;
  expect(await third).toBe('third');
});
