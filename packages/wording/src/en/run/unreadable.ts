/** Text of a plan that is shown without what cannot be read; fetched with what lists plans and runs. */
import { words } from '../../words.ts';

export const unreadableWords = words('unreadable', {
  plan: 'Parts of this plan cannot be read. A newer version of Plimsoll kept it, or it was damaged in the database. These parts are left out or replaced:',
  run: 'Parts of the plan of this run cannot be read. A newer version of Plimsoll kept it, or it was damaged in the database. Its figures are as they were measured. These parts are left out or replaced:',
  experiment:
    'Parts of the plans of this experiment cannot be read. A newer version of Plimsoll kept them, or they were damaged in the database. Its figures are as they were measured. These parts are left out or replaced:',
  whole: 'the whole plan',
  todo: 'It cannot be run or edited like this. Start the newest version of Plimsoll you have used with this database, restore a backup, or write a new plan.',
  off: 'Parts of this plan cannot be read, so it cannot be run or edited.',
  known: 'Plan, as far as it can be read',
});
