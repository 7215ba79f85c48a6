/** The times of a run as a table: a row a figure, a column a time. */
import type { Summary } from '@plimsoll/contracts/run';
import { findTimes, type Times } from '@plimsoll/contracts/sample';
import { messageTimes, summaryTimes } from '@plimsoll/contracts/sample-fields';
import { nameOf } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { timeColumn } from '@plimsoll/wording/time';
import { heads, scrolling } from './arm-tables.ts';
import { type Html, html } from './html.ts';

const shownTimes: readonly (readonly [string, keyof Times])[] = [
  ['min', 'minUs'],
  ['mean', 'meanUs'],
  ['stddev', 'stddevUs'],
  ['p50', 'p50Us'],
  ['p75', 'p75Us'],
  ['p90', 'p90Us'],
  ['p95', 'p95Us'],
  ['p99', 'p99Us'],
  ['p99.9', 'p999Us'],
  ['max', 'maxUs'],
];

/** Every time of a request, a connection and a message, a column each, those that were never measured left out. */
export function timesTable(summary: Summary): Html | null {
  const measured = [...summaryTimes('request'), ...summaryTimes('connection'), ...messageTimes].flatMap((name) => {
    const times = findTimes(summary, name);
    return times && times.count > 0 ? [{ name, times }] : [];
  });
  if (measured.length === 0) return null;
  const columns = measured.map((one) => ({ ...one, write: timeColumn(shownTimes.map(([, field]) => one.times[field])) }));
  const counts = columns.map(({ times }) => html`<td>${formatCount(times.count)}</td>`);
  const rows = shownTimes.map(
    ([label, field]) =>
      html`<tr><th scope="row">${label}</th>${columns.map(({ times, write }) => html`<td>${write(times[field])}</td>`)}</tr>`,
  );
  const head = html`<th scope="col">${sharedWord('report.figure')}</th>${heads(columns.map(({ name }) => nameOf(`time.${name}`)))}`;
  return scrolling(sharedWord('report.times'), '', head, [
    html`<tr><th scope="row">${sharedWord('report.count')}</th>${counts}</tr>`,
    ...rows,
  ]);
}
