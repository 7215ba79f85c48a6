/** The times of a run as a table: a row a figure, a column a time. */
import { timesFigureNames, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Summary, Validity } from '@plimsoll/contracts/run';
import { findTimes } from '@plimsoll/contracts/sample';
import { messageTimes, summaryTimes } from '@plimsoll/contracts/times';
import { timeWords } from '@plimsoll/wording/en/names';
import { latencyWords } from '@plimsoll/wording/en/run';
import { reportWords } from '@plimsoll/wording/en/shared';
import { formatCount } from '@plimsoll/wording/number';
import { timeColumn } from '@plimsoll/wording/time';
import { type Html, html } from './html.ts';
import { heads, scrolling } from './table-html.ts';

const shownTimes = timesFigureNames.map((field) => [timesFigures[field].name, field] as const);

/** Every time of a request, a connection and a message, a column each, those that were never measured left out: of an import, service time. */
export function timesTable(summary: Summary, validity: Validity | null): Html | null {
  const measured = [...summaryTimes('request'), ...summaryTimes('connection'), ...messageTimes].flatMap((name) => {
    const times = name === 'serviceTime' && validity?.stamp === 'unwatched' ? null : findTimes(summary, name);
    return times && times.count > 0 ? [{ name, times }] : [];
  });
  if (measured.length === 0) return null;
  const columns = measured.map((one) => ({ ...one, write: timeColumn(shownTimes.map(([, field]) => one.times[field])) }));
  const counts = columns.map(({ times }) => html`<td>${formatCount(times.count)}</td>`);
  const rows = shownTimes.map(
    ([label, field]) =>
      html`<tr><th scope="row">${label}</th>${columns.map(({ times, write }) => html`<td>${write(times[field])}</td>`)}</tr>`,
  );
  const head = html`<th scope="col">${latencyWords.figure}</th>${heads(columns.map(({ name }) => timeWords[name]))}`;
  return scrolling(latencyWords.table, '', head, [html`<tr><th scope="row">${reportWords.count}</th>${counts}</tr>`, ...rows]);
}
