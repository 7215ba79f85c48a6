/** The end of a run, as the reason of its state says it. */
import { runEndWords } from '../en/run/run-end.ts';
import { formatCount } from '../figures/number.ts';

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
      return runEndWords.dataRowsUsed({ count: end.rows, text: formatCount(end.rows) });
    case 'requestsSent':
      return runEndWords.requestsSent({ count: end.requests, text: formatCount(end.requests) });
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
      return runEndWords[end.kind];
    case 'timeOver': {
      const { duration, requests } = end;
      return requests === null
        ? runEndWords.timeOver({ duration })
        : runEndWords.timeOverBeforeRequests({ duration, requests: formatCount(requests) });
    }
    case 'thresholdBroken':
      return runEndWords.thresholdBroken({ threshold: end.threshold, seconds: formatCount(end.seconds) });
    case 'onlyConnectionErrors':
      return runEndWords.onlyConnectionErrors({ seconds: end.seconds, errors: formatCount(end.errors) });
    case 'mostlyErrors': {
      const { seconds, failed, finished } = end;
      return runEndWords.mostlyErrors({ seconds, failed: formatCount(failed), finished: formatCount(finished) });
    }
    case 'notAllJoined':
    case 'notAllSetUp':
      return runEndWords[end.kind]({ came: end.came, of: end.of, seconds: end.seconds });
    case 'processEnded':
      return end.last === ''
        ? runEndWords.processEnded({ how: end.how })
        : runEndWords.processEndedSaying({ how: end.how, last: end.last });
    case 'generatorFailed':
    case 'setUpFailed':
    case 'threadFailed':
    case 'connectionsNotClosed':
      return runEndWords[end.kind]({ error: end.error });
    case 'workerLost':
      return end.of === 1 ? runEndWords.workerLost : runEndWords.oneWorkerLost({ of: end.of });
    case 'silent':
    case 'stopUnanswered':
      return runEndWords[end.kind]({ seconds: end.seconds });
    case 'startedLate':
      return runEndWords.startedLate({ late: Math.ceil(end.lateMs) });
    case 'notComputed':
      return runEndWords.notComputed({ reason: end.reason, error: end.error });
  }
}

/** A failure of only one of several generators; `number` from 1. */
export function ofGenerator(number: number, of: number, reason: string): string {
  return runEndWords.ofGenerator({ number, of, reason });
}
