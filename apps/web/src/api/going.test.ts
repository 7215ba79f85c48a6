import { expect, test, vi } from 'vitest';
import { removeLater, withoutGoing } from './going.ts';

const list = { items: [{ id: 'one' }, { id: 'two' }], total: 2 };

test('what was removed is left out at once, and removed ten seconds later', async () => {
  vi.useFakeTimers();
  const remove = vi.fn(async () => undefined);
  const over = vi.fn();
  removeLater('one', remove, over);
  expect(withoutGoing(list)).toEqual({ items: [{ id: 'two' }], total: 1 });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(remove).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(remove).toHaveBeenCalledOnce();
  expect(over).toHaveBeenCalledWith(null);
  expect(withoutGoing(list)).toBe(list);
  vi.useRealTimers();
});

test('what was undone is never removed', async () => {
  vi.useFakeTimers();
  const remove = vi.fn(async () => undefined);
  const undo = removeLater('one', remove, () => undefined);
  undo();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(remove).not.toHaveBeenCalled();
  expect(withoutGoing(list)).toBe(list);
  vi.useRealTimers();
});

test('what could not be removed is there again, and its error is told', async () => {
  vi.useFakeTimers();
  const refused = new Error('no');
  const over = vi.fn();
  removeLater('one', () => Promise.reject(refused), over);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(over).toHaveBeenCalledWith(refused);
  expect(withoutGoing(list)).toBe(list);
  vi.useRealTimers();
});
