import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { looseSlot } from '../../test/support/loose-slot.ts';
import { MemoryBudget } from '../protocol/memory-budget.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpRequestSlot } from './http-request-slot.ts';

const needles = [Buffer.from('needle')];
const keepsWhole = { keepHeaders: false, keepWhole: true, looksInside: true, needles } as unknown as HttpRequest;

function createSlot(budget: MemoryBudget): HttpRequestSlot {
  const slot = looseSlot(budget);
  slot.request = keepsWhole;
  slot.reset(0, false);
  slot.receiveHead(200, {});
  return slot;
}
const receive = (slot: HttpRequestSlot, bytes: number) => slot.receiveBody(Buffer.alloc(bytes, 'x'), 0, bytes);

test('a body of single bytes takes no more memory than one that comes at once', () => {
  const slot = createSlot(new MemoryBudget(2 ** 20));
  const byte = Buffer.from('x');
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const kept = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = kept();
  for (let count = 0; count < 500_000; count++) slot.receiveBody(byte, 0, 1);
  expect((kept() - before) / 2 ** 20).toBeLessThan(5);
  expect(slot.wholeBody()?.length).toBe(500_000);
});

test('bodies that are kept share their memory: one that finds none is not kept, and each gives back what it took', () => {
  const budget = new MemoryBudget(100_000);
  const [a, b] = [createSlot(budget), createSlot(budget)];
  receive(a, 90_000);
  receive(b, 20_000);
  expect([a.wholeBody()?.length, a.outOfRoom, b.wholeBody(), b.outOfRoom]).toEqual([90_000, false, null, true]);
  a.release();
  b.reset(0, false);
  receive(b, 95_000);
  expect([b.wholeBody()?.length, b.outOfRoom]).toEqual([95_000, false]);
  b.release();
  expect(budget.take(100_000)).toBe(true);
});

test('a body that is too large keeps its head for the error example, and gives back the rest', () => {
  const budget = new MemoryBudget(3 * 2 ** 20);
  const slot = createSlot(budget);
  for (let count = 0; count < 30; count++) receive(slot, 50_000);
  expect([slot.wholeBody(), slot.outOfRoom, slot.body()?.toString(), slot.bodyBytes]).toEqual([null, false, 'x'.repeat(2048), 1_500_000]);
  expect(budget.take(3 * 2 ** 20 - 2048)).toBe(true);
});
