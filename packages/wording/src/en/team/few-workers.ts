/** Where no worker is online, or too few for a load; fetched when that is so. */
import { words } from '../../words.ts';

export const fewWorkersWords = words('fewWorkers', {
  none: 'No worker is online, so runs wait in the queue. npm start brings one. With your own DATABASE_URL and PLIMSOLL_SECRET_KEY, npm run worker starts one.',
  atRest: 'No worker is online: pools are at rest, and start their workers when a run asks for them.',
  willWait: 'No worker is online: the run will wait until one is.',
  willStart: 'Its pool is at rest: it starts workers when the run asks for them, and the run waits until they are there.',
  willStartMore: 'It needs {{needed}} workers, and {{online}} are online: its pool starts the others when the run asks for them.',
  planNeeds_one: '{{count}} worker is online, the plan needs {{needed}}: start more, or lower the number of generators.',
  planNeeds_other: '{{count}} workers are online, the plan needs {{needed}}: start more, or lower the number of generators.',
  eachNeeds_one: 'Each run needs {{needed}} workers at once, and {{count}} is online.',
  eachNeeds_other: 'Each run needs {{needed}} workers at once, and {{count}} are online.',
});
