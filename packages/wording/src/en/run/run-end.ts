/** The ends of runs, by the reasons of their states. */
import { words } from '../../words.ts';

export const runEndWords = words('runEnd', {
  dataRowsUsed_one: 'Its one data row was used.',
  dataRowsUsed_other: 'All {{text}} data rows were used once.',
  requestsSent_one: 'Its one request was sent.',
  requestsSent_other: 'All {{text}} requests were sent.',
  requestsSent_calls_one: 'Its one call was made.',
  requestsSent_calls_other: 'All {{text}} calls were made.',
  requestsSent_sockets_one: 'Its one connection was made.',
  requestsSent_sockets_other: 'All {{text}} connections were made.',
  stagesDone: 'All stages are done.',
  timeOver: 'The duration of {{duration}} is over.',
  timeOverBeforeRequests: 'The duration of {{duration}} is over, before its {{requests}} requests.',
  timeOverBeforeRequests_calls: 'The duration of {{duration}} is over, before its {{requests}} calls.',
  timeOverBeforeRequests_sockets: 'The duration of {{duration}} is over, before its {{requests}} connections.',
  thresholdBroken: 'Stopped by itself: the threshold "{{threshold}}" failed after {{seconds}} s.',
  onlyConnectionErrors: 'Stopped by itself: nothing but connection errors for {{seconds}} s ({{errors}} of them).',
  mostlyErrors: 'Stopped by itself: {{failed}} of {{finished}} requests failed in the last {{seconds}} s.',
  mostlyErrors_calls: 'Stopped by itself: {{failed}} of {{finished}} calls failed in the last {{seconds}} s.',
  mostlyErrors_sockets: 'Stopped by itself: {{failed}} of {{finished}} connections failed in the last {{seconds}} s.',
  stoppedBefore: 'Stopped before it started: nothing was sent.',
  otherStopped: 'Stopped with another run of its round, which was made together with it and ended before its time.',
  otherSilent:
    'Another generator of this run was not heard for {{seconds}} s, so the load was stopped. Figures until then are kept; the run was not repeated.',
  otherSilentBefore:
    'Another generator of this run was not heard for {{seconds}} s before the start, so nothing was sent. Look after its worker, then run again.',
  controlLost:
    'The worker could not reach the database for 8 s, so the load was stopped. Figures until then are kept; the run was not repeated.',
  shutDown: 'The worker was shut down while the run was under way. Figures until then are kept.',
  ofGenerator: 'Generator {{number}} of {{of}}: {{reason}}',
  ofGeneratorOfRegion: 'Generator {{number}} of {{of}}, in region “{{region}}”: {{reason}}',
  notAllJoined:
    'Only {{came}} of {{of}} generators had joined after {{seconds}} s, so nothing was sent: a run is never made at less than its full strength. Start more workers, or wait until enough of them are free.',
  notAllSetUp:
    'Only {{came}} of {{of}} generators had set up after {{seconds}} s, so nothing was sent: a run is never made at less than its full strength. Start more workers, or wait until enough of them are free.',
  processEnded: 'The generator process ended unexpectedly ({{how}}).',
  processEndedSaying: 'The generator process ended unexpectedly ({{how}}): {{last}}.',
  silent: 'The generator did not answer for {{seconds}} s, so it was ended. Figures until then are kept; the run was not repeated.',
  stopUnanswered: 'The load was stopped. Its generator did not answer for {{seconds}} s and was ended: its last seconds are missing.',
  generatorFailed: 'The load generator failed: {{error}}',
  setUpFailed: 'The load could not be set up: {{error}}',
  samplesNotTaken: 'The samples could not be handed on.',
  startedLate: 'The order to start came {{late}} ms after the start.',
  notOverInTime: 'The run did not end by itself in time.',
  stopped: 'The load was stopped.',
  loadControlLost: 'The load stopped because its control was lost.',
  threadFailed: 'A load thread failed: {{error}}',
  threadEnded: 'A load thread ended unexpectedly.',
  connectionsNotClosed: 'The connections could not be closed: {{error}}',
  deadlineMissed: 'The worker did not end the run at its deadline and was given up on. Figures until then are kept.',
  workerLost: 'The worker that made the load was not heard for 12 s and is lost. Figures until then are kept; the run was not repeated.',
  oneWorkerLost:
    'One of the {{of}} workers that made the load was not heard for 12 s and is lost, and the others were stopped. Figures until then are kept; the run was not repeated.',
  workersOfRegionsLost_one:
    'Region {{regions}} lost one worker or more, not heard for 12 s, and the others of the run were stopped. Figures until then are kept; the run was not repeated.',
  workersOfRegionsLost_other:
    'The regions {{regions}} lost workers, not heard for 12 s, and any others of the run were stopped. Figures until then are kept; the run was not repeated.',
  notComputed: "{{reason}} The run's figures could not be computed ({{error}}). The samples are kept; the run was not repeated.",
});
