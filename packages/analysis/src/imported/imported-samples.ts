/** The seconds of a result file as samples: what another tool does not tell is 0 or no bytes, and the run's source names it. */
import { emptySample } from '@plimsoll/contracts/empty-sample';
import type { Sample } from '@plimsoll/contracts/sample';
import type { ImportedSecond } from '@plimsoll/import/imported-result';

export type Counted = Pick<
  Sample,
  | 'second'
  | 'lengthMs'
  | 'sent'
  | 'done'
  | 'failed'
  | 'inFlight'
  | 'outcomes'
  | 'statuses'
  | 'grpcStatuses'
  | 'doneTimeUs'
  | 'failedTimeUs'
  | 'errors'
>;

type Bytes = Sample['histograms']['responseTime'];

/** Other tools count a time from the send, so it is the service time, too, as in any closed load. */
export function toSample(counted: Counted, responseTime: Bytes, failedTime: Bytes): Sample {
  const empty = emptySample(counted);
  const histograms = { ...empty.histograms, responseTime, serviceTime: responseTime, failedTime };
  return { ...empty, ...counted, planned: counted.sent, histograms };
}

export function samplesOfSeconds(seconds: readonly ImportedSecond[]): Sample[] {
  return seconds.map(({ responseTime, failedTime, errors, ...counts }) =>
    toSample({ ...counts, errors: [...errors] }, responseTime, failedTime),
  );
}
