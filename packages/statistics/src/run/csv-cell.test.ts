import { expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

it.each([
  ['plain', 'plain'],
  ['a "b", c', '"a ""b"", c"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a=1', 'a=1'],
  ['', ''],
])('writes %j as a cell that no spreadsheet runs', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
