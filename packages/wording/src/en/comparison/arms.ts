/** Several arms in one sentence, the noise, a window. The web's comparisons say these, too. */
import { words } from '../../words.ts';

export const armsWords = words('arms', {
  ownLimit: 'The generator or its HTTP client, not the target, was the limit of {{arms}}: read the difference with care.',
  theBase: 'the base',
  theCandidate: 'the candidate',
  against: 'Against {{base}}: {{arms}}.',
  verdict: '{{name}} {{verdict}}',
  moved: '{{name}} {{verdict}} ({{metric}} {{change}})',
  window: 'Seconds {{from}} to {{to}} of each run.',
  lettered: '{{letter}} · {{name}}',
  notComparable: 'not comparable',
  incomparable_one: 'Not comparable: different {{parts}}.',
  incomparable_other: 'Not comparable: {{parts}} differ.',
  unlikeTimes: 'Not comparable: one side counts the times of failed answers among those of good ones.',
});

/** The parts of runs that differ, inside a sentence, in the order in which they are named. */
export const differingWords = words('differing', {
  requests: 'requests',
  load: 'load',
  connection: 'connection settings',
  timeout: 'timeouts',
  settings: 'settings',
  tool: 'tools',
  environment: 'generators',
});

/** How many times as much a metric is. */
export const factorWords = words('factor', { slower: '{{factor}} slower', higher: '{{factor}} higher' });

export const noiseWords = words('noise', {
  floor: 'Changes under {{share}} are noise here.',
  ofOne: 'Changes of {{metric}} under {{share}} are noise here.',
  unknown: 'Too few runs to tell the noise. Add repeats.',
});

/** A value of a setting, as it names an arm. */
export const settingValueWords = words('settingValue', {
  keepAlive: 'keep-alive {{value}}',
  connections_one: '{{value}} connection',
  connections_other: '{{value}} connections',
  rate: '{{value}}/s',
  client: '{{value}}',
  protocol: '{{value}}',
  streams_one: '{{value}} stream',
  streams_other: '{{value}} streams',
  pipelining: 'pipelining {{value}}',
  maxActiveRequests_one: 'at most {{value}} request under way',
  maxActiveRequests_other: 'at most {{value}} requests under way',
  bodyBytes: '{{value}} B body',
  url: '{{value}}',
  on: 'on',
  off: 'off',
});
