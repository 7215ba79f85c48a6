/** Text about the regions of a run; fetched with the part of its page that shows them, and with the fields that name them. */
import { words } from '../../words.ts';

export const regionWords = words('region', {
  title: 'Regions',
  region: 'Region',
  generators: 'Generators',
  perSecond: 'Per second',
  errors: 'Errors',
  stamp: 'Measurement',
  hint: 'Each region’s share of the load, made by its own workers, without the warm-up. All of them together are the run’s figures.',
  liveHint: 'Each region’s share of the load in the last second.',
  together:
    'An older version thinned the seconds of this run, of all regions together: their charts, and figures of a part of it, are gone.',
  chart: 'p99 by region',
  summary: 'Highest second: {{list}}.',
  one: '{{label}} {{time}}',
  share: 'Share out over regions',
  shareWhat: 'Each region is a pool of workers, and has figures of its own beside the whole.',
  whole: 'One number for all',
  label: 'Region {{row}}: label of its workers',
  count: 'Region {{row}}: generators',
  add: 'Add a region',
});
