import { Writable } from 'node:stream';
import type { Try } from '@plimsoll/pages/tries-figures';
import { expect, test } from 'vitest';
import { printCapacity } from './print-capacity.ts';
import { openScreen, widthOf } from './screen.ts';

const judged = { because: null, goodShare: 1, confirming: false, disturbed: null, counts: true } as const;
const held = (rate: number): Try => ({
  rate,
  passed: null,
  throughputPerSecond: rate,
  goodputPerSecond: rate,
  p99Us: 12_300,
  errorRate: 0,
  stamp: 'valid',
  thresholds: [],
  try: { ...judged, outcome: 'held' },
});
const tries: Try[] = [
  held(1000),
  { ...held(2000), p99Us: 1_200_000, try: { ...judged, outcome: 'broke', because: 'thresholds' } },
  {
    ...held(1500),
    stamp: 'invalid',
    try: { ...judged, outcome: 'limited', because: 'connections', disturbed: 'generator', counts: false, confirming: true },
  },
];

test('a search tells of each try whether it held and why not, in lines of a terminal', () => {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk).replaceAll('\u00a0', ' '));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { columns: 80 });
  printCapacity(openScreen({ out: stream(), err: stream(), env: {} }), {
    kind: 'capacity',
    name: 'checkout',
    found: null,
    tries,
    limits: ['p(99) < 250ms'],
    runs: [],
    link: null,
  });
  const lines = written.join('').trimEnd().split('\n');
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
  expect(lines[2]).toMatch(/^Try +Planned +Good +p99 +Error rate +Generator +Result$/);
  expect(lines[3]).toMatch(/^ +1 +1000\/s +1000\/s +12\.3 ms +0 % +Valid +held$/);
  expect(lines[4]).toMatch(/^ +2 +2000\/s +2000\/s +1200 ms +0 % +Valid +threshold$/);
  expect(lines[5]).toMatch(/Invalid +\S/);
  // What has no room in a line goes on below, under its head.
  expect(lines.length).toBeGreaterThan(6);
  const result = lines[2]?.indexOf('Result') ?? 0;
  expect(
    lines
      .slice(5)
      .map((line) => line.slice(result))
      .join(' '),
  ).toBe('limited by the plan’s connections, disturbed by the generator itself, repeated, confirming');
});
