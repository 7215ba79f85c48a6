/** Text of a shared page without a script, its preview picture, its embed and its badge. */
import { words } from '../words.ts';

export const sharedWords = words('shared', {
  chartsNeedScript: 'The charts need JavaScript.',
  openWhole: 'Open the whole page',
  overTime: '{{metric}} over time',
  finishedPerSecond: 'Finished per second',
  thresholdsHold: '{{held}} of {{of}} thresholds pass',
  requestsInSequence: '{{text}} requests in sequence',
  requestsByWeight: '{{text}} requests by weight',
  none: 'none',
});

export const sharedRunWords = words('sharedRun', { short: 'p99 {{p99}} · {{rate}}' });

export const sharedTableWords = words('sharedTable', {
  story: 'Story of the run',
  summary: 'Summary',
  intervalOf: '95 % interval {{range}}',
  verdict: 'Verdict',
  request: 'Request',
  requests: 'Requests',
  errors: 'Errors',
  count: 'Count',
  throughput: 'Throughput',
  goodput: 'Goodput',
  dropped: 'Dropped',
  failedP50: 'p50 of failed answers',
  statuses: 'Statuses',
  status: 'Status',
  share: 'Share',
  firstSecond: 'First second',
  lastSecond: 'Last second',
  messages: 'Messages of gRPC calls',
  messagesSent: 'Sent',
  messagesReceived: 'Received',
  direction: 'Messages',
  bytes: 'Bytes',
  grpcStatuses: 'gRPC statuses',
  grpcStatus: 'gRPC status',
  calls: 'Calls',
  thresholds: 'Thresholds',
  threshold: 'Threshold',
  passed: 'Passed',
  failed: 'Failed',
  variant: 'Variant',
  variants: 'Variants',
  runs: 'Runs',
  validity: 'Validity',
  knee: 'Knee',
  kneeHere: 'knee',
  perSecond: 'per second',
  ofEachSetting: 'Throughput of each setting',
});

export const sharedSearchWords = words('sharedSearch', {
  capacity: 'Capacity',
  none: 'none',
  mustHold: 'Must hold:',
  try: 'Try',
  noiseFloor: 'Noise floor',
});

/** The file of a run or a comparison that opens offline. */
export const reportWords = words('report', {
  made: 'Made {{at}}',
  started: 'Started {{at}}',
  figures: 'Figures',
  charts: 'Over time',
  cpu: 'CPU of the target',
  ratesSummary: 'Most good answers {{peak}} at {{at}}.',
  ratesSummaryCpu: 'Most good answers {{peak}} at {{at}}. CPU of the target at most {{cpu}}.',
  timesSummary: 'Highest p99 {{worst}} at {{at}}.',
  messagesSummary: 'Most messages {{peak}} at {{at}}.',
  connectionsSummary: 'At most {{open}} open at once.',
  armsSummary: 'By elapsed time: {{arms}}.',
  curveSummary: 'Response time by percentile, on a logarithmic scale: {{arms}}.',
  count: 'Count',
  mostInFlight: 'Max. in flight',
  plan: 'Plan',
  field: 'Field',
  value: 'Value',
  redacted: 'Without headers, bodies, query values, credentials and notes.',
  versions: 'Versions',
  run: 'Run',
  arm: 'Arm',
  startedAt: 'Started',
});

export const badgePictureWords = words('badgePicture', {
  label: 'Plimsoll: {{message}}',
  labelJudged: 'Plimsoll: {{message}}, {{validity}}',
  noRun: 'no run yet',
  noiseUnknown: 'noise not known',
  noise: 'noise {{share}}',
  noCapacity: 'no capacity found',
  capacity: 'capacity {{rate}}',
  upTo: 'up to {{rate}}',
  moved: '{{verdict}} · {{metric}} {{change}}',
  figures: '{{verdict}} · {{figures}}',
  manyFailed: '{{rate}} OK · {{share}} failed',
});
