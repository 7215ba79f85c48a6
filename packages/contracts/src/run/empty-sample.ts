/** A second of which nothing is told: what other tools' files do not say of a second, and what stands for one that has no row. */
import { histogramNames } from '../figure/times.ts';
import { type Sample, unknownMachine } from './sample.ts';

/** The counts of streams in a second without any. */
export const noStreams = {
  messages: { sent: 0, received: 0, sentBytes: 0, receivedBytes: 0, coalesced: 0 },
  streamEnds: {},
  tokens: { input: 0, output: 0, streams: 0, counted: 0, good: 0 },
  closeCodes: {},
} as const satisfies Partial<Sample>;

const none = new Uint8Array();
const nothing: Omit<Sample, 'second' | 'lengthMs'> = {
  warmup: false,
  planned: 0,
  sent: 0,
  dropped: 0,
  done: 0,
  failed: 0,
  inFlight: 0,
  outcomes: {},
  statuses: {},
  grpcStatuses: {},
  doneTimeUs: 0,
  failedTimeUs: 0,
  bytes: { sent: 0, received: 0 },
  ...noStreams,
  stragglers: {},
  slots: 0,
  busySlotMs: 0,
  peakInFlight: 0,
  waiting: 0,
  blocked: 0,
  errors: [],
  traces: [],
  connections: { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 },
  generator: { cpu: 0, eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, rssBytes: 0, clockDriftMs: 0, ...unknownMachine },
  histograms: Object.fromEntries(histogramNames.map((name) => [name, none])) as Sample['histograms'],
  byRequest: [],
};

export function emptySample({ second, lengthMs }: Pick<Sample, 'second' | 'lengthMs'>): Sample {
  return { ...nothing, second, lengthMs };
}

/** Was anything sent in it, or did anything end? */
export function hasData({ sent, outcomes }: Pick<Sample, 'sent' | 'outcomes'>): boolean {
  return sent > 0 || Object.keys(outcomes).length > 0;
}
