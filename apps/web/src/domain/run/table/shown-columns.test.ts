import { expect, test } from 'vitest';
import { readColumns, usualColumns, writeColumns } from './shown-columns.ts';

test('the columns of a list come back from the URL in the order of the table, without names that none has', () => {
  expect(readColumns(undefined)).toEqual(usualColumns);
  expect(readColumns('when,timeToFirstByte.p50,p50,colour')).toEqual(['p50', 'timeToFirstByte.p50', 'when']);
  expect(readColumns(writeColumns(['when', 'load']))).toEqual(['load', 'when']);
  expect(readColumns(writeColumns([]))).toEqual([]);
});

test('the usual columns take no room in the URL', () => {
  expect(writeColumns([...usualColumns].reverse())).toBeUndefined();
});
