/** The findings of a capacity search, a sweep and an experiment, and their ends. */
import { words } from '../words.ts';

export const capacitySearchWords = words('capacitySearch', {
  givenUp: 'Stopped after {{tries}} tries: the highest rate that held is {{held}}.',
  givenUpUnconfirmed: 'Stopped after {{tries}} tries: the highest rate that held is {{held}}, not confirmed.',
  limitedAlways: 'No capacity found: {{limit}} at every rate tried.',
  brokeAlways: 'No capacity found: even {{broke}} did not hold.',
  limitedAbove: 'At least {{held}}: above that {{limit}}.',
  heldToTheTop: 'At least {{held}}: it held up to the highest rate allowed.',
  found: '{{held}} holds, {{broke}} does not (within {{precision}}).',
  missed: '{{threshold}} ({{value}} at {{rate}})',
  brokeBy: {
    thresholds: 'The limit is {{missed}}.',
    backlog: 'The limit is its pace: at {{rate}} its backlog grew.',
    good_answers: 'The limit is its good answers: at {{rate}} there were too few.',
    also: 'Nor did {{missed}} hold there.',
    auto_stopped: 'At {{rate}} the try stopped by itself: too much failed.',
  },
  between: '{{held}}–{{broke}}: {{why}}.',
  atLeast: 'At least {{held}}: {{why}}.',
  disturbed_one: '{{count}} of {{of}} tries was disturbed by {{by}}',
  disturbed_other: '{{count}} of {{of}} tries were disturbed by {{by}}',
  by: { other_work: 'other work', generator: 'the generator itself' },
  limit: {
    generator: 'the generator, not the target, is the limit',
    client: 'the HTTP client, not the target, is the limit',
    network: 'the network, not the target, is the limit',
    connections: 'the plan’s connections, not the target, are the limit',
  },
  connections_one: 'the plan’s {{count}} connection is the limit, not the target',
  connections_other: 'the plan’s {{count}} connections are the limit, not the target',
  nothingYet: 'Nothing has held yet.',
  soFar: 'At least {{held}} so far; the search goes on.',
});

export const kneeWords = words('knee', {
  levels: 'Throughput reaches its limit of about {{ceiling}} at {{setting}}; more gains less than {{share}}.',
  falls: 'Throughput reaches its limit of about {{ceiling}} at {{setting}}; it falls by {{share}} up to {{last}}.',
  tokensLevel: 'Tokens per second reach their limit of about {{ceiling}} at {{setting}}; more gains less than {{share}}.',
  tokensFall: 'Tokens per second reach their limit of about {{ceiling}} at {{setting}}; they fall by {{share}} up to {{last}}.',
  firstTokenLater: 'The first token comes later from {{from}} on: TTFT p95 {{beforeTime}} at {{before}} → {{lastTime}} at {{last}}.',
  firstMessageLater: 'The first message comes later from {{from}} on: p95 {{beforeTime}} at {{before}} → {{lastTime}} at {{last}}.',
  of: '{{variant}}: {{knee}}',
  limited: 'From there on {{limit}}.',
});

export const levelWords = words('level', {
  every: 'At every setting {{limit}} held the load back, not the target.',
  others: 'Not limited by the target: {{list}}.',
  group: '{{names}} ({{limit}})',
  limit: {
    none: 'nothing',
    target: 'the target',
    connections: 'the plan’s connections',
    generator: 'the generator',
    client: 'the HTTP client',
    network: 'the network',
    unknown: 'not known',
  },
});

export const experimentRunWords = words('experimentRun', {
  name: 'Run {{number}} of {{of}} ({{arm}})',
  nameAtRate: 'Run {{number}} of {{of}} ({{arm}} at {{rate}})',
  side: '{{name}}, side {{number}}',
  variant: 'variant {{number}}',
  deleted: '{{run}} was deleted and does not count.',
  stopped: '{{run}} was stopped and does not count: {{reason}}',
  stoppedItself: '{{run}} stopped by itself and does not count: {{reason}}',
  waitsForWorkers_one: 'The next run needs {{needed}} workers at once, and {{count}} is online.',
  waitsForWorkers_other: 'The next run needs {{needed}} workers at once, and {{count}} are online.',
  waitsForRegions_one: 'The next run needs {{needed}} workers at once, and region {{regions}} has too few online.',
  waitsForRegions_other: 'The next run needs {{needed}} workers at once, and the regions {{regions}} have too few online.',
  disturbed:
    'The targets disturb each other: the service time of {{variant}} changes by {{share}} when all are loaded at once. The first repeat is left out, and the variants take turns.',
  disturbedAsked:
    'The targets disturb each other: the service time of {{variant}} changes by {{share}} when all are loaded at once. They stay at once, as asked: the figures are those of targets that are loaded together.',
  undisturbed:
    'No target is seen to disturb another: the service time of {{variant}} changes by {{share}} when all are loaded at once, which may be chance.',
  restartFailed: {
    status: 'The services were not restarted before round {{round}}: the restart URL answered {{status}}.',
    late: 'The services were not restarted before round {{round}}: the restart URL did not answer within {{seconds}} s.',
    unanswered: 'The services were not restarted before round {{round}}: nothing answers at the restart URL.',
    refused: 'The services were not restarted before round {{round}}: the restart URL may not be asked any more.',
    unasked:
      'The services were not restarted before round {{round}}: the worker could not start the process that asks the restart URL, within {{seconds}} s. Its machine is too busy: run the experiment again when it is not.',
  },
  silentAfterRestart: 'After the restart before round {{round}}, {{variant}} did not answer within {{seconds}} s.',
  longerBurnIn:
    'From run {{run}} on, the first {{seconds}} s of each turn are dropped in place of {{before}} s: answers were slow, or it mattered which side went first.',
  workerLost: 'The worker {{worker}} was lost, and {{by}} went on.',
  replaced: 'The worker {{gone}} is gone, and {{by}} took its place.',
  failed: '{{run}} did not complete, so the experiment ends here and nothing is repeated: {{reason}}',
});

export const experimentEndWords = words('experimentEnd', {
  tooFewWorkers: 'It needs {{needed}} workers at once, and for {{seconds}} s only {{online}} were online. The figures are kept.',
  tooFewOfRegions_one:
    'It needs {{needed}} workers at once, and for {{seconds}} s region {{regions}} had too few online. The figures are kept.',
  tooFewOfRegions_other:
    'It needs {{needed}} workers at once, and for {{seconds}} s the regions {{regions}} had too few online. The figures are kept.',
  noPlan: 'The search has no plan to run.',
  noTargetCpu:
    'The search needs figures of the target’s own resources, and a try had none. A target on the worker’s own Linux machine is watched without setup; for any other, scrape its metrics or run the agent there.',
  noise_one: '{{text}} run of each side: changes under {{share}} are noise here.',
  noise_other: '{{text}} runs of each side: changes under {{share}} are noise here.',
  noNoise_one: '{{text}} run of each side: too few to tell the noise. Add repeats.',
  noNoise_other: '{{text}} runs of each side: too few to tell the noise. Add repeats.',
  sweep_one: '{{text}} run of each of {{settings}} settings.',
  sweep_other: '{{text}} runs of each of {{settings}} settings.',
  variants_one: '{{text}} run of each variant.',
  variants_other: '{{text}} runs of each variant.',
  undecided: 'Verdicts are still open: add repeats.',
  stopped: 'Stopped after {{runs}} of {{of}}.',
  runs_one: '{{text}} run',
  runs_other: '{{text}} runs',
  shutDown: 'Its worker was shut down, and another went on.',
  broken: 'The experiment could not go on: {{error}}',
  noWorker: 'Its worker was lost, and for {{seconds}} s there was no other to go on. The figures are kept.',
  stoppedUnattended: 'Stopped. Its worker was lost before.',
});

export const sharedFindingWords = words('sharedFinding', {
  nothingMeasured: 'Nothing was measured.',
  highest: 'Highest throughput {{rate}} at {{where}}.',
  highestOfSeveral: 'Highest throughput about {{rate}} at {{where}}.',
  noRate: 'No rate was found.',
  nothingCompared: 'Nothing was compared.',
  variant: 'Variant {{letter}}',
  none: 'none',
});
