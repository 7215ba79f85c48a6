import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openLoadOutage } from './load-outage.ts';

test('five minutes of an outage, asked four times a second, are six lines with their counts, and one when it is over', () => {
  const lines: { level: number; times?: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let now = 0;
  const outage = openLoadOutage(log, 'samples', () => now);
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (; now <= 300_000; now += 250) outage.failed(away);
  outage.answered();
  outage.answered();
  expect(lines.map(({ level, times = 0 }) => [level, times])).toEqual([[40, 1], ...Array.from({ length: 5 }, () => [40, 240]), [30, 0]]);
  expect(lines[0]?.msg).toBe('the database is away; samples wait');
});
