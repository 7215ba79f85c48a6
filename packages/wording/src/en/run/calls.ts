/** Text about gRPC calls; fetched with the part of a run's page that shows them. */
import { words } from '../../words.ts';

export const callsWords = words('calls', {
  statuses: 'gRPC statuses',
  statusesWhat: 'Every call that ended with a status.',
  count: 'Calls',
  share: 'Share',
  call: 'The call',
  method: 'Method',
  definition: 'Types from',
  reflection: 'server reflection',
  descriptorSet: 'a descriptor set',
  message: 'Message',
  emptyMessage: 'an empty message',
  messageList_one: '{{text}} message in turn',
  messageList_other: '{{text}} messages in turn',
  perStream: 'Messages per stream',
  interval: 'From message to message',
  streamDuration: 'Streams last at most',
  deadline: 'Deadline',
  authority: 'Authority',
  gzip: 'Compression',
  metadataOf: 'Metadata {{name}}',
});

export const ghzWords = words('ghz', {
  title: 'As ghz prints it',
  value: 'Value',
  what: 'Response times of calls that were answered, and of timeouts.',
  count: 'Count',
  total: 'Total',
  slowest: 'Slowest',
  fastest: 'Fastest',
  average: 'Average',
  perSecond: 'Requests/sec',
  histogram: 'Response time histogram',
  histogramWhat: 'Ten limits of one width from the fastest to the slowest; the first line is the fastest itself.',
  upTo: 'Up to',
  calls: 'Calls',
  within: '{{percentile}} % in',
});
