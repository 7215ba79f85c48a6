/** Text of the menu of files; fetched with the pages that have it, so that the first page does not wait for it. */
import { words } from '../words.ts';

export const exportWords = words('export', {
  title: 'Export',
  run: {
    html: { name: 'Report (HTML)', what: 'One file that opens offline: verdict, story, charts, tables, plan without secrets' },
    csv: { name: 'CSV', what: 'One row per second, with the CPU, memory and disk of the target' },
    hlog: { name: 'HdrHistogram log', what: 'A histogram for each second, time and request (.hlog)' },
    hdr: { name: 'Percentile table', what: 'Response time from p0 to p100, as HdrHistogram prints it' },
    json: { name: 'JSON', what: 'The run, its plan and every second' },
  },
  comparison: {
    html: { name: 'Report (HTML)', what: 'One file that opens offline: verdicts with intervals, charts, plans without secrets' },
    csv: { name: 'CSV', what: 'One row per metric: base, candidate, difference, interval, verdict' },
  },
  print: { name: 'Print or save as PDF', what: 'This page, on paper' },
});
