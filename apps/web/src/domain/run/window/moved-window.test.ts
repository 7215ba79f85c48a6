import { expect, it } from 'vitest';
import { movedWindow } from './moved-window.ts';

it('Home and End lead to where an end can go, page keys a tenth of the run, and neither end passes the other', () => {
  const keys = ['Home', 'End', 'PageUp', 'PageDown'];
  const from = keys.map((key) => movedWindow(key, 0, [100, 300], 600));
  expect(from).toEqual([
    [0, 300],
    [299, 300],
    [160, 300],
    [40, 300],
  ]);
  const to = keys.map((key) => movedWindow(key, 1, [100, 300], 600));
  expect(to).toEqual([
    [100, 101],
    [100, 600],
    [100, 360],
    [100, 240],
  ]);
  expect(movedWindow('PageDown', 1, [100, 110], 600)).toEqual([100, 101]);
  expect(movedWindow('PageUp', 0, [2, 6], 6)).toEqual([3, 6]);
  expect(movedWindow('ArrowRight', 0, [0, 6], 6)).toBeNull();
});
