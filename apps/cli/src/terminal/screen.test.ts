import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { headLine, openScreen, widthOf } from './screen.ts';
import { sparkline } from './sparkline.ts';
import { tableLines, wrapped } from './table.ts';

function streams(isTTY: boolean, env: Record<string, string> = {}) {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { isTTY, columns: 80 });
  return { written, screen: openScreen({ out: stream(), err: stream(), env }) };
}

test('colours are for terminals alone, and for none where NO_COLOR says so', () => {
  expect(streams(true).screen.paint('x', 'bad')).toBe('\u001b[31mx\u001b[0m');
  expect(streams(true, { NO_COLOR: '1' }).screen.paint('x', 'bad')).toBe('x');
  expect(streams(false).screen.paint('x', 'bad')).toBe('x');
  expect(streams(true, { TERM: 'dumb' }).screen.paint('x', 'bad')).toBe('x');
});

test('a drawing takes the place of the one before, and a line that stays takes it away', () => {
  const { screen, written } = streams(true);
  screen.draw(['a', 'b']);
  screen.draw(['c']);
  screen.say('done');
  expect(written).toEqual(['a\nb\n', '\u001b[2A\u001b[0J', 'c\n', '\u001b[1A\u001b[0J', 'done\n']);
  expect(streams(true, { CI: 'true' }).screen.isLive).toBe(false);
});

test('a title gives way to the news beside it', () => {
  expect(headLine('127.0.0.1:8080', '0:05 / 0:10', 40)).toBe('127.0.0.1:8080  0:05 / 0:10');
  expect(headLine('127.0.0.1:8080 ↔ 127.0.0.1:8081', 'round 1 of at most 10', 40)).toBe('127.0.0.1:8080 ↔…  round 1 of at most 10');
  expect(widthOf(headLine('shop', 'x'.repeat(100), 40))).toBe(40);
});

test('columns line up whatever is painted, and text is broken at blanks', () => {
  const lines = tableLines(
    [{ head: 'a' }, { head: 'b', isFigure: true }],
    [
      ['\u001b[31mx\u001b[0m', '1'],
      ['xyz', '100'],
    ],
  );
  expect(lines.map(widthOf)).toEqual([8, 8, 8]);
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
});

test('columns that have no room in a line go on below, whole', () => {
  const rows = [
    ['p50', '11.2 ms', '11.0 ms', 'No difference'],
    ['dropped share', '0 %', '12.5 %', 'Worse'],
  ];
  const columns = [{ head: 'Metric' }, { head: 'base', isFigure: true }, { head: 'candidate', isFigure: true }, { head: 'verdict' }];
  expect(tableLines(columns, rows, 80)).toHaveLength(3);
  expect(tableLines(columns, rows, 40)).toEqual([
    'Metric            base  candidate',
    '  verdict',
    'p50            11.2 ms    11.0 ms',
    '  No difference',
    'dropped share      0 %     12.5 %',
    '  Worse',
  ]);
  // Narrower than anything: a line each.
  expect(tableLines(columns, rows, 5).slice(0, 4)).toEqual(['Metric', '     base', '  candidate', '  verdict']);
});

test('a sparkline has a height a value, and a blank for none', () => {
  expect(sparkline([0, 5, 10, null])).toBe('▁▅█ ');
  expect(sparkline([0, 0])).toBe('▁▁');
});
