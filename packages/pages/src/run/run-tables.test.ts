import type { Summary } from '@plimsoll/contracts/summary';
import { summaryTimes } from '@plimsoll/contracts/times';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PhasesTable } from './phases-table.ts';
import { timesTable } from './run-tables.ts';

/** Of these times one each was taken. */
const summaryOf = (...timed: string[]) => {
  const names = [...summaryTimes('request'), ...summaryTimes('connection')];
  return Object.fromEntries(names.map((name) => [name, { count: timed.includes(name) ? 1 : 0, p50Us: 1000 }])) as unknown as Summary;
};

it('what was never timed has no column', () => {
  const heads = (...timed: string[]) => timesTable(summaryOf(...timed), true).head.slice(1);
  expect(heads('responseTime')).toEqual(['Response']);
  expect(heads('failedTime')).toEqual(['Failed answers']);
  expect(heads('responseTime', 'failedTime')).toEqual(['Response', 'Failed answers']);
  expect(heads()).toEqual(['Response']);
});

it('opening a connection has no row of what was not timed, and no table where none was opened', () => {
  const page = (...timed: string[]) => renderToStaticMarkup(h(PhasesTable, { summary: summaryOf(...timed) }));
  const plain = page('connectTime', 'tcpTime');
  expect(plain).toMatch(/Connect time.*TCP/s);
  expect(plain).not.toMatch(/TLS|DNS|WebSocket/);
  expect(page()).toBe('');
});
