/** The reasons to read a run's figures with care. */
import { words } from '../../words.ts';

export const validityReasonWords = words('validityReason', {
  nothing: 'Nothing was measured: nothing was sent.',
  nothingAfterWarmup: 'Nothing was measured: nothing was sent after the warm-up.',
  unanswered:
    'Nothing was answered: all {{requests}} attempts ended before they had a connection ({{outcomes}}). Check that the target runs, and that its address and port are right.',
  shortfallStrained:
    'Only {{share}} of the planned load was sent in seconds {{from}} to {{to}} ({{sent}} of {{planned}}). The generator itself was short of time and could not keep up.',
  shortfallFree:
    'Only {{share}} of the planned load was sent in seconds {{from}} to {{to}} ({{sent}} of {{planned}}). Connections were free, so the generator itself could not keep up.',
  late: 'The generator was late (p99 {{lateness}}). Connections were free, and the limit is {{limit}}.',
  lateInSome:
    'The generator was late (p99 {{lateness}}) in {{free}} of {{of}} s. Connections were free in these, and the limit is {{limit}}.',
  loopIsTheLimit:
    'The generator, not the target, is the limit: its event loop was up to {{share}} busy (over {{limit}} in {{seconds}} of {{of}} seconds).',
  clientIsTheLimit:
    'The HTTP client ({{client}}), not the target, is the limit: its event loop was up to {{share}} busy (over {{limit}} in {{seconds}} of {{of}} seconds).',
  loopBusy: "The generator's event loop was up to {{share}} busy (over {{limit}} in {{seconds}} of {{of}} seconds).",
  cpu: 'The generator used up to {{share}} of its CPU (over {{limit}} in {{seconds}} of {{of}} seconds).',
  loopHeldUp: "The generator's event loop was held up: p99 delay up to {{delay}} (over {{limit}} in {{seconds}} of {{of}} seconds).",
  otherWork: 'Other work on this machine took {{share}} of its cores, so the generator had to wait for one. Stop it, then run again.',
  throttled: 'The CPU quota of the generator was used up in {{seconds}} of {{of}} seconds.',
  missing: '{{missing}} of {{of}} seconds are missing ({{seconds}}) and left out of every figure.',
  partial:
    '{{missing}} of {{of}} seconds lack the samples of a generator ({{seconds}}): its share of the load is left out of every figure there.',
  clock: "The generator's clock jumped by {{jump}} in second {{second}}; times are measured on a monotonic clock, timestamps may be off.",
  imported: 'Another tool ({{tool}}) made this load: its generator was not watched.',
  workerLost: 'The worker was lost: the last second or two may be missing.',
  workersOfRegionsLost_one:
    'Region {{regions}} lost one worker or more: the last second or two of their share may be missing, and any others went on without them until they were stopped.',
  workersOfRegionsLost_other:
    'The regions {{regions}} lost workers: the last second or two of their shares may be missing, and any others went on without them until they were stopped.',
  generatorLost_one: 'A generator ended before its load did: the last second or two of its share may be missing.',
  generatorLost_other:
    '{{text}} generators ended before their loads did: the last second or two of their shares may be missing, and any others went on without them until they were stopped.',
  generatorOfRegionLost_one:
    'A generator of region “{{region}}” ended before its load did: the last second or two of its share may be missing, and the others went on without it until they were stopped.',
  generatorOfRegionLost_other:
    '{{text}} generators of region “{{region}}” ended before their loads did: the last second or two of their shares may be missing, and any others went on without them until they were stopped.',
  connectionsNotClosed:
    'Connections could not be closed when their load was over, and whatever load went on beside it was stopped. No second of it is missing.',
  connectionsOfRegionNotClosed:
    'Connections of region “{{region}}” could not be closed when their load was over, and whatever load went on beside it was stopped. No second of it is missing.',
  unfit: 'its generator was not fit to measure.',
});

export const remedyAdviceWords = words('remedyAdvice', {
  furtherWith: 'To get further, run it {{remedies}}.',
  wire: 'on raw sockets (connection.client: wire)',
  threads: 'with more load threads (PLIMSOLL_THREADS)',
  generators: 'with another generator (generators: {{generators}})',
  connections: 'with more connections',
});
