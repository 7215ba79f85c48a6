/** Why a run ended, as the reason of its state says it. */
import { runEndText } from '../en/run/run-end.ts';
import { formatCount } from '../figures/number.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(runEndText);

export type RunEnd =
  | { readonly kind: 'dataRowsUsed'; readonly rows: number }
  | { readonly kind: 'requestsSent'; readonly requests: number }
  | {
      readonly kind:
        | 'stagesDone'
        | 'stoppedBefore'
        | 'controlLost'
        | 'shutDown'
        | 'samplesNotTaken'
        | 'notOverInTime'
        | 'stopped'
        | 'loadControlLost'
        | 'threadEnded'
        | 'deadlineMissed';
    }
  /** One of so many workers was not heard any more. */
  | { readonly kind: 'workerLost'; readonly of: number }
  /** `requests`: how many it was to send, where it had such a number. */
  | { readonly kind: 'timeOver'; readonly duration: string; readonly requests: number | null }
  | { readonly kind: 'thresholdBroken'; readonly threshold: string; readonly seconds: number }
  | { readonly kind: 'onlyConnectionErrors'; readonly seconds: number; readonly errors: number }
  | { readonly kind: 'mostlyErrors'; readonly seconds: number; readonly failed: number; readonly finished: number }
  | { readonly kind: 'notAllJoined' | 'notAllSetUp'; readonly came: number; readonly of: number; readonly seconds: number }
  | { readonly kind: 'processEnded'; readonly how: string; readonly last: string }
  | { readonly kind: 'generatorFailed' | 'setUpFailed' | 'threadFailed' | 'connectionsNotClosed'; readonly error: string }
  | { readonly kind: 'silent' | 'stopUnanswered'; readonly seconds: number }
  | { readonly kind: 'startedLate'; readonly lateMs: number }
  /** `reason`: why its load ended. */
  | { readonly kind: 'notComputed'; readonly reason: string; readonly error: string };

export function runEndSentence(end: RunEnd): string {
  switch (end.kind) {
    case 'dataRowsUsed':
      return say('runEnd.dataRowsUsed', { count: end.rows, text: formatCount(end.rows) });
    case 'requestsSent':
      return say('runEnd.requestsSent', { count: end.requests, text: formatCount(end.requests) });
    case 'stagesDone':
    case 'stoppedBefore':
    case 'controlLost':
    case 'shutDown':
    case 'samplesNotTaken':
    case 'notOverInTime':
    case 'stopped':
    case 'loadControlLost':
    case 'threadEnded':
    case 'deadlineMissed':
      return say(`runEnd.${end.kind}`);
    case 'timeOver': {
      const { duration, requests } = end;
      return requests === null
        ? say('runEnd.timeOver', { duration })
        : say('runEnd.timeOverBeforeRequests', { duration, requests: formatCount(requests) });
    }
    case 'thresholdBroken':
      return say('runEnd.thresholdBroken', { threshold: end.threshold, seconds: formatCount(end.seconds) });
    case 'onlyConnectionErrors':
      return say('runEnd.onlyConnectionErrors', { seconds: end.seconds, errors: formatCount(end.errors) });
    case 'mostlyErrors': {
      const { seconds, failed, finished } = end;
      return say('runEnd.mostlyErrors', { seconds, failed: formatCount(failed), finished: formatCount(finished) });
    }
    case 'notAllJoined':
    case 'notAllSetUp':
      return say(`runEnd.${end.kind}`, { came: end.came, of: end.of, seconds: end.seconds });
    case 'processEnded':
      return end.last === ''
        ? say('runEnd.processEnded', { how: end.how })
        : say('runEnd.processEndedSaying', { how: end.how, last: end.last });
    case 'generatorFailed':
    case 'setUpFailed':
    case 'threadFailed':
    case 'connectionsNotClosed':
      return say(`runEnd.${end.kind}`, { error: end.error });
    case 'workerLost':
      return end.of === 1 ? say('runEnd.workerLost') : say('runEnd.oneWorkerLost', { of: end.of });
    case 'silent':
    case 'stopUnanswered':
      return say(`runEnd.${end.kind}`, { seconds: end.seconds });
    case 'startedLate':
      return say('runEnd.startedLate', { late: Math.ceil(end.lateMs) });
    case 'notComputed':
      return say('runEnd.notComputed', { reason: end.reason, error: end.error });
  }
}

/** What only one of several generators met; `number` from 1. */
export function ofGenerator(number: number, of: number, reason: string): string {
  return say('runEnd.ofGenerator', { number, of, reason });
}
