/** The seconds of a result file as samples: what another tool does not tell is 0 or no bytes, and the run's source names it. */
import { histogramNames, type Sample } from '@plimsoll/contracts/sample';
import type { ImportedSecond } from '@plimsoll/import/imported-result';
import { clear, emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';

const none = new Uint8Array();
const noConnections = { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 };
const noHealth = { cpu: 0, eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, rssBytes: 0, clockDriftMs: 0 };
const noHistograms = Object.fromEntries(histogramNames.map((name) => [name, none])) as Sample['histograms'];

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
  return {
    ...counted,
    warmup: false,
    planned: counted.sent,
    dropped: 0,
    bytes: { sent: 0, received: 0 },
    messages: { sent: 0, received: 0, sentBytes: 0, receivedBytes: 0 },
    stragglers: {},
    slots: 0,
    busySlotMs: 0,
    peakInFlight: 0,
    waiting: 0,
    blocked: 0,
    connections: noConnections,
    generator: noHealth,
    histograms: { ...noHistograms, responseTime, serviceTime: responseTime, failedTime },
    byRequest: [],
  };
}

export function samplesOfSeconds(seconds: readonly ImportedSecond[]): Sample[] {
  // One for all seconds: making one takes longer than filling it.
  const histogram = emptyHistogram();
  const encoded = (...lists: readonly (readonly number[])[]): Bytes => {
    clear(histogram);
    for (const times of lists) for (const us of times) record(histogram, Math.round(us));
    return encode(histogram);
  };
  return seconds.map(({ goodTimesUs, timeoutTimesUs, failedTimesUs, errors, ...counts }) => {
    const counted = {
      ...counts,
      errors: [...errors],
      doneTimeUs: sum(goodTimesUs),
      failedTimeUs: sum(failedTimesUs) + sum(timeoutTimesUs),
    };
    return toSample(counted, encoded(goodTimesUs, timeoutTimesUs), encoded(failedTimesUs));
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
