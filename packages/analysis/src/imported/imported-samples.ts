/** The seconds of a result file as samples: what another tool does not tell is 0 or no bytes, and the run's source names it. */
import { histogramNames, type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import type { ImportedSecond } from '@plimsoll/import/imported-result';

const none = new Uint8Array();
const noConnections = { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 };
const noHealth = { cpu: 0, eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, rssBytes: 0, clockDriftMs: 0, ...unknownMachine };
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
  return seconds.map(({ responseTime, failedTime, errors, ...counts }) =>
    toSample({ ...counts, errors: [...errors] }, responseTime, failedTime),
  );
}
