import type { Point } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { areMeasured, sayInAll } from './measured-arms.ts';

it('lists the arms that measured a figure, and says nothing where none did', () => {
  const show = (us: number) => `${us / 1000} ms`;
  const said = (...figures: [string, number | null | undefined][]) => sayInAll(figures, show);
  expect(said(['before', 12_000], ['after', 0])).toBe('In all: before 12 ms, after 0 ms.');
  expect(said(['before', null], ['after', 15_000])).toBe('In all: after 15 ms.');
  expect(said(['before', null], ['after', undefined])).toBe('');
});

it('lays messages over each other where two arms or more have them', () => {
  const arm = (streams: boolean) => ({ stageSeconds: [], points: [{ second: 0, stream: streams ? {} : null } as unknown as Point] });
  const streams = ({ stream }: Point) => stream !== null;
  expect(areMeasured([arm(true), arm(false)], streams)).toBe(false);
  expect(areMeasured([arm(true), arm(false), arm(true)], streams)).toBe(true);
});
