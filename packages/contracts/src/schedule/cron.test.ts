import { expect, test } from 'vitest';
import { cronSchema, nextTimes, timeZoneSchema } from './cron.ts';

const minuteMs = 60_000;

/** The wall clock of a place, as the operating system's zone tables say it; no cron library has a part in it. */
function wallClock(timeZone: string): (at: number) => { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { day: `${part.year}-${part.month}-${part.day}`, minutes: 60 * Number(part.hour) + Number(part.minute) };
  };
}

/** Each day once: the first minute of real time at which the clock on the wall has reached the time of day. */
function daily(timeZone: string, timeOfDay: number, from: string, days: number): string[] {
  const clock = wallClock(timeZone);
  const found = new Map<string, string>();
  const start = Date.parse(from);
  const first = clock(start);
  for (let at = start + minuteMs; at < start + days * 24 * 60 * minuteMs; at += minuteMs) {
    const { day, minutes } = clock(at);
    if (minutes >= timeOfDay && !found.has(day) && !(day === first.day && first.minutes >= timeOfDay))
      found.set(day, new Date(at).toISOString());
  }
  return [...found.values()];
}

/** Every minute of real time at which the wall shows one of these minutes. */
function hourly(timeZone: string, minutesOfHour: readonly number[], from: string, hours: number): string[] {
  const clock = wallClock(timeZone);
  const start = Date.parse(from);
  return Array.from({ length: hours * 60 }, (_, index) => start + (index + 1) * minuteMs)
    .filter((at) => minutesOfHour.includes(clock(at).minutes % 60))
    .map((at) => new Date(at).toISOString());
}

const isoTimes = (cron: string, timeZone: string, from: string, count: number) =>
  nextTimes({ cron, timeZone }, new Date(from), count).map((at) => at.toISOString());

test.each([
  // 02:30 does not exist on 29 March, and exists twice on 25 October.
  ['30 2 * * *', 'Europe/Berlin', 150, '2026-03-26T12:00:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', 150, '2026-10-22T12:00:00.000Z'],
  ['30 1 * * *', 'America/New_York', 90, '2026-10-30T12:00:00.000Z'],
  ['30 2 * * *', 'America/New_York', 150, '2026-03-06T12:00:00.000Z'],
  // Half an hour.
  ['15 2 * * *', 'Australia/Lord_Howe', 135, '2026-10-01T12:00:00.000Z'],
  ['45 1 * * *', 'Australia/Lord_Howe', 105, '2026-04-02T12:00:00.000Z'],
  // A day that began at 01:00.
  ['0 0 * * *', 'America/Sao_Paulo', 0, '2018-11-01T12:00:00.000Z'],
  ['0 3 * * *', 'Asia/Shanghai', 180, '2026-03-26T12:00:00.000Z'],
])('%s in %s comes once on each day, whatever the clocks do', (cron, timeZone, timeOfDay, from) => {
  const expected = daily(timeZone, timeOfDay, from, 6);
  expect(expected.length).toBeGreaterThanOrEqual(5);
  expect(isoTimes(cron, timeZone, from, expected.length)).toEqual(expected);
});

test.each([
  ['30 * * * *', 'Europe/Berlin', [30], '2026-03-28T22:00:00.000Z'],
  ['30 * * * *', 'Europe/Berlin', [30], '2026-10-24T22:00:00.000Z'],
  ['*/15 * * * *', 'America/New_York', [0, 15, 30, 45], '2026-11-01T03:00:00.000Z'],
])('%s in %s goes on by the real hour where clocks change', (cron, timeZone, minutesOfHour, from) => {
  const expected = hourly(timeZone, minutesOfHour, from, 8);
  expect(isoTimes(cron, timeZone, from, expected.length)).toEqual(expected);
});

test('the five next times of weekdays leave out the weekend', () => {
  expect(isoTimes('0 6 * * 1-5', 'Europe/Berlin', '2026-11-26T12:00:00.000Z', 5)).toEqual([
    '2026-11-27T05:00:00.000Z',
    '2026-11-30T05:00:00.000Z',
    '2026-12-01T05:00:00.000Z',
    '2026-12-02T05:00:00.000Z',
    '2026-12-03T05:00:00.000Z',
  ]);
});

const refusalOf = (cron: unknown) => cronSchema.safeParse(cron).error?.issues[0];

test('a cron that cannot be read says which of its fields is wrong', () => {
  expect(cronSchema.parse('  0  3 * *   1-5 ')).toBe('0 3 * * 1-5');
  for (const cron of ['', '0 3 * *', '0 0 3 * * *', '@daily']) expect(refusalOf(cron)?.message, cron).toBe('cron_fields');
  const wrong = ['61 3 * * *', '0 24 * * *', '0 3 32 * *', '0 3 * JANUARY *', '0 3 * * FUNDAY'];
  wrong.forEach((cron, index) => {
    const got = cron.split(' ')[index];
    expect(refusalOf(cron)).toMatchObject({ message: 'cron_field', params: { values: { place: index + 1, got } } });
  });
  expect(refusalOf('0 3 30 2 *')?.message).toBe('cron_never');
});

test('a time zone is a place: an offset knows no change of clocks', () => {
  for (const zone of ['Europe/Berlin', 'Asia/Shanghai', 'UTC']) expect(timeZoneSchema.safeParse(zone).success, zone).toBe(true);
  for (const zone of ['', '+02:00', 'Mars/Base', 'Europe/Berlin\0']) expect(timeZoneSchema.safeParse(zone).success, zone).toBe(false);
});
