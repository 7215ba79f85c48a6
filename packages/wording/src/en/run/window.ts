/** Text about a window of seconds; fetched with the pages that have one. */
export const windowText = {
  /** Some seconds of a run, or of the runs that are compared. */
  chosenWindow: {
    choose: 'Look at a part of the run',
    title: 'Window',
    from: 'First second',
    to: 'Last second',
    of: '{{from}} to {{to}} of {{total}}',
    whole: 'Whole run',
    lead: '{{from}} to {{to}}:',
    rest: 'The figures, tables and charts below are of this window. The verdict, the thresholds and the validity are of the whole run.',
  },
};
