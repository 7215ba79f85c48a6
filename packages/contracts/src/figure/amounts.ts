/** Figures that are no times: rates, shares and counts. One row each; `part` divided by what it is counted `per`. */

/** Counts of any measured time: a second, a request's part of it, a run, a replicate. */
export interface RequestCounts {
  readonly seconds: number;
  /** All that ended, but what was cut off. */
  readonly finished: number;
  readonly done: number;
  readonly failed: number;
  readonly planned: number;
  readonly dropped: number;
}
/** Counts that exist for all requests together only. */
export interface Counts extends RequestCounts {
  readonly connections: { readonly opened: number; readonly open: number };
  readonly peakInFlight: number;
  readonly bytes: { readonly sent: number; readonly received: number };
  readonly messages: { readonly sent: number; readonly received: number };
  /** Of streams that count tokens: tokens that came, streams that finished, and those of them within the plan's limits. */
  readonly tokens: { readonly output: number; readonly streams: number; readonly good: number };
}

/** µs, a fraction, per second, per second of the target's processor, Mbit/s, bytes, bytes per second, cores or a plain number. */
export type Unit = 'us' | 'share' | 'perSecond' | 'perCpuSecond' | 'mbps' | 'bytes' | 'bytesPerSecond' | 'cores' | 'count';

/** The form in which programs write it in thresholds, with an operator and a limit as an example. */
export interface WrittenThreshold {
  readonly name: string;
  readonly example: string;
}

/** The further data that a figure needs: the target's own resources, messages, or tokens. */
export type Needs = 'target' | 'messages' | 'tokens';

interface AmountRow {
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  /** Absent where it is not made of counts: see `needs`. */
  readonly part?: (counts: Counts) => number;
  readonly per?: 'seconds' | 'finished' | 'planned' | ((counts: Counts) => number);
  readonly needs?: Needs;
  /** Is it known of each request of a plan with several? Drops happen before it is known which one goes next. */
  readonly perRequest?: true;
  /** Is it compared? `headline`: it decides experiments and baseline verdicts. `noise`: it counts for the noise floor; a share is judged by its difference. */
  readonly compared?: { readonly headline: boolean; readonly noise: boolean };
  readonly threshold?: WrittenThreshold;
  /** The field of a summary that keeps it: null there where an older version or another tool recorded the run. */
  readonly kept?: string;
}

const perSecond = { unit: 'perSecond', better: 'higher', per: 'seconds' } as const;
const share = { unit: 'share', better: 'lower' } as const;
const count = { unit: 'count', better: 'lower' } as const;
const megabits = { unit: 'mbps', better: 'lower', per: 'seconds' } as const;
const ofMessages = { unit: 'count', better: 'higher', needs: 'messages' } as const;
const explaining = { headline: false, noise: false } as const;

export const amounts = {
  throughput: {
    ...perSecond,
    part: ({ finished }: RequestCounts) => finished,
    perRequest: true,
    compared: { headline: true, noise: true },
    threshold: { name: 'throughput', example: '> 1000' },
    kept: 'throughputPerSecond',
  },
  goodput: {
    ...perSecond,
    part: ({ done }: RequestCounts) => done,
    perRequest: true,
    compared: explaining,
    threshold: { name: 'goodput', example: '> 1000' },
    kept: 'goodputPerSecond',
  },
  errorRate: {
    ...share,
    part: ({ failed }: RequestCounts) => failed,
    per: 'finished',
    perRequest: true,
    compared: { headline: true, noise: false },
    threshold: { name: 'error_rate', example: '< 1%' },
    kept: 'errorRate',
  },
  droppedShare: {
    ...share,
    part: ({ dropped }: RequestCounts) => dropped,
    per: 'planned',
    compared: explaining,
    threshold: { name: 'dropped_share', example: '< 1%' },
    kept: 'droppedShare',
  },
  dropped: { ...count, part: ({ dropped }: RequestCounts) => dropped, threshold: { name: 'dropped', example: '<= 0' } },
  requestsPerCpuSecond: { unit: 'perCpuSecond', better: 'higher', needs: 'target', compared: explaining },
  connectionsPerSecond: {
    ...perSecond,
    better: 'lower',
    part: ({ connections }: Counts) => connections.opened,
    threshold: { name: 'connections_per_second', example: '< 100' },
    kept: 'connectionsPerSecond',
  },
  peakConnections: {
    ...count,
    part: ({ connections }: Counts) => connections.open,
    threshold: { name: 'peak_connections', example: '<= 200' },
  },
  peakInFlight: {
    ...count,
    part: ({ peakInFlight }: Counts) => peakInFlight,
    threshold: { name: 'peak_in_flight', example: '<= 200' },
    kept: 'peakInFlight',
  },
  sentMbps: { ...megabits, part: ({ bytes }: Counts) => (8 * bytes.sent) / 1e6, threshold: { name: 'sent_mbps', example: '< 800' } },
  receivedMbps: {
    ...megabits,
    part: ({ bytes }: Counts) => (8 * bytes.received) / 1e6,
    threshold: { name: 'received_mbps', example: '< 800' },
  },
  messages: {
    ...ofMessages,
    part: ({ messages }: Counts) => messages.sent + messages.received,
    threshold: { name: 'messages', example: '> 10000' },
  },
  messagesSent: {
    ...ofMessages,
    part: ({ messages }: Counts) => messages.sent,
    threshold: { name: 'messages_sent', example: '> 10000' },
  },
  messagesReceived: {
    ...ofMessages,
    part: ({ messages }: Counts) => messages.received,
    threshold: { name: 'messages_received', example: '> 10000' },
  },
  messagesPerSecond: {
    ...perSecond,
    needs: 'messages',
    part: ({ messages }: Counts) => messages.sent + messages.received,
    compared: explaining,
    threshold: { name: 'messages_per_second', example: '> 1000' },
  },
  tokensPerSecond: {
    ...perSecond,
    needs: 'tokens',
    part: ({ tokens }: Counts) => tokens.output,
    compared: explaining,
    threshold: { name: 'tokens_per_second', example: '> 500' },
  },
  /** Written as the rate of good answers is, and told from it by its per cent. */
  streamGoodput: {
    ...share,
    better: 'higher',
    needs: 'tokens',
    part: ({ tokens }: Counts) => tokens.good,
    per: ({ tokens }: Counts) => tokens.streams,
    compared: explaining,
    threshold: { name: 'goodput', example: '> 95%' },
  },
} as const satisfies Readonly<Record<string, AmountRow>>;

export type AmountName = keyof typeof amounts;
export const amountNames = Object.keys(amounts) as AmountName[];

export function amountRow(name: AmountName): AmountRow {
  return amounts[name];
}

/** Null where it is not made of counts, or there was nothing to divide by. */
export function countAmount(name: AmountName, counts: Counts): number | null {
  const { part, per } = amountRow(name);
  if (!part) return null;
  if (!per) return part(counts);
  const parts = typeof per === 'string' ? counts[per] : per(counts);
  return parts > 0 ? part(counts) / parts : null;
}
