import { expect, test, vi } from 'vitest';
import { looseSlot } from '../../test/support/loose-slot.ts';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import { DeadlineList } from './deadline-list.ts';

test('deadlines fall due in order, each once, and not those that were removed', () => {
  vi.useFakeTimers();
  let nowUs = 0;
  const expired: number[] = [];
  const list = new DeadlineList({ nowUs: () => nowUs }, (slot) => expired.push(slots.indexOf(slot as HttpRequestSlot)));
  const slots = Array.from({ length: 5 }, () => looseSlot());
  const add = (slot: number, us: number) => list.add(slots[slot] as RequestSlot, us);
  const pass = (ms: number) => {
    for (let step = 0; step < ms; step++) {
      nowUs += 1000;
      vi.advanceTimersByTime(1);
    }
  };
  add(0, 10_000);
  add(1, 20_000);
  add(2, 30_000);
  add(3, 15_000);
  list.remove(slots[1] as RequestSlot);
  list.remove(slots[4] as RequestSlot);
  pass(16);
  expect(expired).toEqual([0, 3]);
  add(0, 25_000);
  pass(20);
  expect(expired).toEqual([0, 3, 0, 2]);
  list.close();
  vi.useRealTimers();
});
