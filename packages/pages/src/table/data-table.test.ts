import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, DataTable } from './data-table.ts';

interface Row {
  readonly name: string;
  readonly rate: number | null;
}

const columns: Column<Row>[] = [
  { key: 'name', head: 'Name', naming: true, cell: ({ name }) => name },
  {
    key: 'rate',
    head: 'Rate',
    numeric: true,
    sorted: 'descending',
    cardLabel: ({ rate }) => (rate === null ? undefined : 'Rate'),
    span: ({ rate }) => (rate === null ? 2 : 1),
    cell: ({ rate }) => rate ?? 'never ran',
  },
  { key: 'double', head: 'Double', numeric: true, wideOnly: true, cell: ({ rate }) => (rate ?? 0) * 2 },
  { key: 'act', head: 'Actions', headHidden: true, className: 'soft', cell: (_, index) => `#${index}` },
];
const rows: Row[] = [
  { name: 'login', rate: 4 },
  { name: 'basket', rate: null },
];

const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) =>
  renderToStaticMarkup(h(DataTable<Row>, { label: 'Requests', columns, rows, rowKey: ({ name }) => name, ...props }));

test('a row is named by its naming cell, figures stand at the end, a head can be for screen readers only', () => {
  const html = table();
  expect(html).toContain('<table class="data-table" aria-label="Requests">');
  expect(html).toContain('<th scope="col" class="n" aria-sort="descending">Rate</th><th scope="col" class="n not-narrow">Double</th>');
  expect(html).toContain('<th scope="col"><span class="sr-only">Actions</span></th>');
  expect(html).toContain(
    '<tr><th scope="row" class="row-head">login</th><td class="n" data-label="Rate">4</td><td class="n not-narrow">8</td><td class="soft">#0</td></tr>',
  );
});

test('a cell of several columns is text, and no cell stands where it covers', () => {
  expect(table()).toContain('<tr><th scope="row" class="row-head">basket</th><td colSpan="2">never ran</td><td class="soft">#1</td></tr>');
});

test('the row that the keyboard is on and the selected rows are marked; elsewhere nothing is said of either', () => {
  const marks = [...table({ cursor: 1, selected: ({ name }) => name === 'login' }).matchAll(/<tr (data-cursor[^>]*)>/g)].map(
    ([, text]) => text,
  );
  expect(marks).toEqual(['data-cursor="false" aria-selected="true"', 'data-cursor="true" aria-selected="false"']);
  expect(table()).not.toMatch(/data-cursor|aria-selected/);
});

test('a part of a longer list leaves room for the rest, and says where it stands', () => {
  const rowRef = () => undefined;
  const html = table({ window: { first: 7, total: 20, before: 280, after: 440, rowRef } });
  expect(html).toContain('aria-rowcount="21"');
  expect(html).toContain(
    '<tbody><tr class="table-gap" aria-hidden="true"><td colSpan="4" style="block-size:280px"></td></tr><tr data-index="7" aria-rowindex="9">',
  );
  expect(html).toContain(
    '<td class="soft">#8</td></tr><tr class="table-gap" aria-hidden="true"><td colSpan="4" style="block-size:440px"></td></tr></tbody>',
  );
  expect(table({ window: { first: 0, total: 2, before: 0, after: 0, rowRef } })).not.toContain('table-gap');
});

test('a table without rows can show something else, a table without a head has only rows', () => {
  expect(table({ rows: [], empty: h('p', null, 'Nothing yet') })).toBe('<p>Nothing yet</p>');
  expect(table({ rows: [] })).toContain('<tbody></tbody>');
  expect(table({ headless: true })).not.toContain('<thead>');
});

test('on a phone rows become cards or a grid, where a cell may take a line to itself', () => {
  const lined = columns.map((column) => (column.key === 'act' ? { ...column, wholeLine: true } : column));
  const html = table({ grid: 3, columns: lined });
  expect(html).toContain('<table class="data-table grid grid3" aria-label="Requests">');
  expect(html).toContain('<td class="whole-line soft">#0</td>');
  expect(table({ cards: true })).toContain('<table class="data-table cards" aria-label="Requests">');
});
