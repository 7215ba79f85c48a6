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

it('never makes a line wider than its room or more lines than asked for', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 60, max: 400 }), fc.integer({ min: 1, max: 4 }), (text, room, most) => {
      const lines = wrapped(text, 20, room, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      expect(textWidth(fitted(text, 20, room), 20)).toBeLessThanOrEqual(room);
    }),
  );
});
