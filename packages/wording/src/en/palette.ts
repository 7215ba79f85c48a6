/** Text of the palette that finds runs, plans, saved views, pages and actions; fetched when it is first opened. */
import { words } from '../words.ts';

export const paletteWords = words('palette', {
  title: 'Find or do',
  hint: 'Run number, name, plan, view, page or action',
  actions: 'Actions',
  pages: 'Pages',
  plans: 'Plans',
  views: 'Saved views',
  runs: 'Runs',
  latest: 'Latest runs',
  newRun: 'New run',
  newExperiment: 'New experiment',
  compare: 'Compare runs',
  help: 'Show keyboard shortcuts',
  light: 'Use light colours',
  dark: 'Use dark colours',
  auto: 'Use the system’s colours',
  run: '#{{number}} {{name}}',
  searchAll: 'Find “{{text}}” in all runs',
  found_one: '{{count}} result. Enter opens “{{first}}”.',
  found_other: '{{count}} results. Enter opens “{{first}}”.',
  nothing: 'Nothing is called “{{text}}”.',
});
