/** A plan that asks for more than a run may. */
import { words } from '../../words.ts';

export const overCapWords = words('overCap', {
  message: '{{what}}: {{got}} is over the cap of {{cap}}.',
  allowed: 'at most {{cap}}',
  connections: 'Connections',
  rate: 'Requests per second',
  duration: 'Duration',
  requests: 'Requests',
  timeout: 'Timeout',
});
