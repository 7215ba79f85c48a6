import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitted, textWidth, wrapped } from './text-width.ts';

it('breaks at spaces, and cuts what is left over with an ellipsis', () => {
  expect(wrapped('one two three', 10, 1000, 3)).toEqual(['one two three']);
  const lines = wrapped('Worse: throughput and p99 and p50 and everything else', 20, 200, 2);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe('Worse: throughput');
  expect(lines[1]).toMatch(/^and p99.*…$/);
});

it('breaks between East Asian signs, and begins no line with a closing one', () => {
  expect(wrapped('结账服务的高峰压力', 20, 110, 3)).toEqual(['结账服务的', '高峰压力']);
  expect(wrapped('结账服务，高峰', 20, 90, 3)).toEqual(['结账服', '务，高峰']);
  expect(wrapped('run 结账 now', 20, 1000, 3)).toEqual(['run 结账 now']);
  expect(wrapped('结账服务的高峰压力', 20, 110, 1)[0]).toMatch(/^结账.*…$/);
});

it('never makes a line wider than its room or more lines than asked for', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 60, max: 400 }), fc.integer({ min: 1, max: 4 }), (text, room, most) => {
      const lines = wrapped(text, 20, room, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      expect(textWidth(fitted(text, 20, room), 20)).toBeLessThanOrEqual(room);
    }),
  );
});
