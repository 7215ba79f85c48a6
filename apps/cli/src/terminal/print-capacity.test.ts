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

function printed(columns: number, shown: readonly Try[], limits: readonly string[]): string[] {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk).replaceAll('\u00a0', ' '));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { columns });
  const made = { kind: 'capacity', name: 'checkout', found: null, tries: shown, limits, runs: [], link: null } as const;
  printCapacity(openScreen({ out: stream(), err: stream(), env: {} }), made);
  return written.join('').trimEnd().split('\n');
}

test('a search tells of each try whether it held and why not, in lines of a terminal', () => {
  const lines = printed(80, tries, ['p(99) < 250ms']);
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

test('each figure of a search by several times stands whole in a narrow terminal', () => {
  const limits = ['p(99) < 250ms', 'p(50) < 80ms', 'p(95) < 100ms', 'ttft p(95) < 500ms'];
  const values = [12_300, 7_812_000, 9_931_000, 1_234_000];
  const thresholds = limits.map((expression, at) => ({ expression, value: values[at] ?? null, passed: true }));
  for (const columns of [80, 60, 40]) {
    const lines = printed(columns, [{ ...held(99_999), p99Us: 12_300, thresholds }], limits);
    expect(Math.max(...lines.map(widthOf)), `${columns}\n${lines.join('\n')}`).toBeLessThanOrEqual(columns);
    const text = lines.join(' ');
    for (const figure of ['99 999/s', '12.3 ms', '7.81 s', '9.93 s', '1.23 s', 'ttft p(95)', 'Valid', 'held'])
      expect(text).toContain(figure);
  }
});
