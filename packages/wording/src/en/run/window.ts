/** Text about a window of seconds; fetched with the pages that have one. */
import { words } from '../../words.ts';

/** Some seconds of a run, or of the runs that are compared. */
export const chosenWindowWords = words('chosenWindow', {
  choose: 'Zoom in time',
  title: 'Window',
  from: 'First second',
  to: 'Last second',
  of: '{{from}} to {{to}} of {{total}}',
  whole: 'Whole run',
  isWhole: 'This is the whole run.',
  lead: '{{from}} to {{to}}:',
  rest: 'The figures, tables and charts below are of this window. The verdict, the thresholds and the validity are of the whole run.',
});
