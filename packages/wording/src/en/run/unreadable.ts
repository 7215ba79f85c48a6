/** Text of a plan that is shown without what cannot be read; fetched with what lists plans and runs. */
export const unreadableText = {
  unreadable: {
    plan: 'Not all of this plan can be read. A newer version of Plimsoll kept it, or it was damaged in the database. What cannot be read is left out here, or something stands in for it:',
    run: 'Not all of the plan of this run can be read. A newer version of Plimsoll kept it, or it was damaged in the database. Its figures are as they were measured. What cannot be read is left out here, or something stands in for it:',
    experiment:
      'Not all plans of this experiment can be read. A newer version of Plimsoll kept them, or they were damaged in the database. Its figures are as they were measured. What cannot be read is left out here, or something stands in for it:',
    whole: 'the whole plan',
    todo: 'It cannot be run or edited like this. Start the newest version of Plimsoll you have used with this database, restore a backup, or write a new plan.',
    off: 'Not all of this plan can be read, so it cannot be run or edited.',
    known: 'Plan, as far as it can be read',
  },
} as const;
