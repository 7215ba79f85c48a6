/** Text of a shared page without a script, its preview picture, its embed and its badge. */
import { words } from '../words.ts';

export const sharedWords = words('shared', {
  chartsNeedScript: 'The charts need JavaScript.',
  openWhole: 'Open the whole page',
  overTime: '{{metric}} over time',
  finishedPerSecond: 'Finished per second',
  thresholdsPass: '{{of}} of {{of}} thresholds pass',
});

export const sharedRunWords = words('sharedRun', { short: '{{metric}} {{time}} · {{rate}}' });

/** The name of a request in place of one that is hidden. */
export const sharedRequestWords = words('sharedRequest', { counted: 'request {{number}}' });

export const sharedTableWords = words('sharedTable', {
  intervalOf: '95 % interval {{range}}',
  messagesSent: 'Sent',
  messagesReceived: 'Received',
  runs: 'Runs',
  validity: 'Validity',
});

export const sharedSearchWords = words('sharedSearch', {
  capacity: 'Capacity',
  none: 'none',
  noiseFloor: 'Noise floor',
});

/** The file of a run or a comparison that opens offline. */
export const reportWords = words('report', {
  made: 'Made {{at}}',
  charts: 'Over time',
  cpu: 'CPU of the target',
  ratesSummary: 'Most good answers {{peak}} at {{at}}.',
  ratesSummaryCpu: 'Most good answers {{peak}} at {{at}}. CPU of the target at most {{cpu}}.',
  messagesSummary: 'Most messages {{peak}} at {{at}}.',
  armsSummary: 'By elapsed time: {{arms}}.',
  curveSummary: 'Response time by percentile, on a logarithmic scale: {{arms}}.',
  plan: 'Plan',
  redacted: 'Without headers, bodies, query values, credentials and notes.',
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
