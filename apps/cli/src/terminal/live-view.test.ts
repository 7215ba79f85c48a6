import { Writable } from 'node:stream';
import { makeTimes, noStream, noTimes, type Point, type Times } from '@plimsoll/contracts/sample';
import { expect, test } from 'vitest';
import { openLiveView } from './live-view.ts';
import { openScreen, widthOf } from './screen.ts';

const ms = 1000;
/** As many times as `count`, from 1 to 100 times `each`: the nth percentile is n times it. */
const timesOf = (each: number, count = 10): Times => makeTimes({ count, meanUs: each, stddevUs: 0 }, (percentile) => percentile * each);

function pointOf(second: number, wholeMs: number, stream: Partial<Point['stream'] & object> | null): Point {
  const point = {
    second,
    seconds: 1,
    warmup: false,
    lengthMs: 1000,
    done: 10,
    failed: 0,
    inFlight: 2,
    responseTime: timesOf(wholeMs * ms),
  };
  return { ...point, grpc: null, stream: stream && { ...noStream, ...stream } } as unknown as Point;
}

function shownOf(points: readonly Point[], plan: { streamsOnly: boolean }, isTTY: boolean, lengthMs = 60_000): string[] {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { isTTY, columns: 80 });
  const screen = openScreen({ out: stream(), err: stream(), env: {} });
  const view = openLiveView({ screen, onObject: null, title: 'model', plan, lengthMs });
  for (const point of points) view.points([point]);
  return (written.at(-1) ?? '').replaceAll('\u00a0', ' ').trimEnd().split('\n');
}

// Long streams: after the first second none begins for a while.
const streams = [
  pointOf(0, 30, { firstMessageTime: timesOf(0.2 * ms), messageGap: timesOf(2 * ms) }),
  ...[1, 2, 3].map((second) => pointOf(second, 30, { firstMessageTime: noTimes, messageGap: timesOf(2 * ms) })),
  pointOf(4, 30, { firstMessageTime: timesOf(0.4 * ms), messageGap: timesOf(2 * ms) }),
];

test('a line of streams tells the time that their users wait for, of plain requests p99', () => {
  const [line] = shownOf(streams, { streamsOnly: true }, false);
  expect(line).toMatch(/p50 time to first message 20 ms {2}p95 time to first message 38 ms {2}in flight 2$/);
  const plain = streams.map(({ second }) => pointOf(second, 30, null));
  expect(shownOf(plain, { streamsOnly: false }, false)[0]).toMatch(/p50 1\.50 s {2}p99 2.97 s {2}in flight 2$/);
});

test('answers that come after the load have no line of their own', () => {
  const plain = streams.map(({ second }) => pointOf(second, 30, null));
  expect(shownOf(plain, { streamsOnly: false }, false, 4000)).toEqual(['']);
  expect(shownOf(plain, { streamsOnly: false }, false, 5000)[0]).toMatch(/^0:05 {2}10/);
});

test('the rate that a search tries stays above the seconds of its load, and the wait for a worker does not', () => {
  const headOf = (keepsStatus: boolean) => {
    const written: string[] = [];
    const screen = { isLive: true, columns: 80, draw: ([head = '']: readonly string[]) => void written.push(head) };
    const view = openLiveView({
      screen: screen as unknown as Parameters<typeof openLiveView>[0]['screen'],
      onObject: null,
      title: 'checkout',
      plan: { streamsOnly: false },
      lengthMs: null,
      keepsStatus,
    });
    view.status('try 2: 200/s');
    view.points([pointOf(0, 30, null)]);
    return written;
  };
  expect(headOf(true)).toEqual(['checkout  try 2: 200/s', 'checkout  try 2: 200/s  0:01']);
  expect(headOf(false)).toEqual(['checkout  try 2: 200/s', 'checkout  0:01']);
});

test('a second in which no stream began leaves the rows of the drawing what they are, and blanks in their lines', () => {
  const lines = shownOf(streams.slice(0, 4), { streamsOnly: true }, true);
  expect(lines.find((line) => line.includes('p95'))).toMatch(/^ p95 time to first message +– {2}█$/);
  expect(lines.join()).not.toContain('p99');
  for (const line of shownOf(
    Array.from({ length: 60 }, (_, at) => ({ ...(streams[0] as Point), second: at })),
    { streamsOnly: true },
    true,
  ))
    expect(widthOf(line)).toBeLessThanOrEqual(80);
});

test('a second is looked at no more once it has left the drawing, however long the load goes on', () => {
  let looks = 0;
  const first = pointOf(0, 30, { firstMessageTime: timesOf(0.2 * ms), messageGap: timesOf(2 * ms) });
  const { stream } = first;
  const watched = Object.defineProperty({ ...first }, 'stream', {
    get: () => {
      looks += 1;
      return stream;
    },
  });
  const looksAfter = (seconds: number) => {
    looks = 0;
    shownOf([watched, ...Array.from({ length: seconds }, (_, at) => ({ ...first, second: at + 1 }))], { streamsOnly: true }, true);
    return looks;
  };
  expect(looksAfter(100)).toBeGreaterThan(0);
  expect(looksAfter(400)).toBe(looksAfter(100));
});
