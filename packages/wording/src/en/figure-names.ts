/** Names of figures: one row each. Those of percentiles are made of the time's name and the percentile. */
import { type ComparedAmount, type ComparedMetric, comparedMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { timesFigures } from '@plimsoll/contracts/percentiles';
import type { HistogramName } from '@plimsoll/contracts/times';

interface FigureName {
  /** As the head of a row, a column or a chart. */
  readonly head: string;
  /** Inside a sentence, where it is not the head in small letters. */
  readonly inside?: string;
}

const amountNames: Readonly<Record<ComparedAmount, FigureName>> = {
  throughput: { head: 'Throughput' },
  goodput: { head: 'Goodput' },
  errorRate: { head: 'Error rate' },
  droppedShare: { head: 'Dropped', inside: 'dropped share' },
  requestsPerCpuSecond: { head: 'Requests per CPU-second', inside: 'requests per CPU-second' },
  messagesPerSecond: { head: 'Messages per second' },
};

const times: Readonly<Record<HistogramName, FigureName>> = {
  responseTime: { head: 'Response', inside: 'response time' },
  serviceTime: { head: 'Service', inside: 'service time' },
  failedTime: { head: 'Failed answers' },
  sendLateness: { head: 'Send lateness' },
  timeToFirstByte: { head: 'First byte', inside: 'time to first byte' },
  connectTime: { head: 'Connect time' },
  dnsTime: { head: 'DNS' },
  tcpTime: { head: 'TCP' },
  tlsTime: { head: 'TLS' },
  firstMessageTime: { head: 'First message', inside: 'time to first message' },
  messageGap: { head: 'Message gap' },
  messageRoundTrip: { head: 'Message round trip' },
  messageLateness: { head: 'Message lateness' },
};

const inside = ({ head, inside = head.toLowerCase() }: FigureName) => inside;

/** Names of the times of a run, as the head of a column. */
export const timeNames = Object.fromEntries(Object.entries(times).map(([name, { head }]) => [name, head])) as Record<HistogramName, string>;

/** Names of every metric: as a head, at the start of a sentence, or inside it. In a sentence a bare percentile is of response time. */
export function nameMetrics(place: 'head' | 'first' | 'inside'): Record<ComparedMetric, string> {
  const names = comparedMetrics.map((metric) => [metric, nameMetric(metric, place)]);
  return Object.fromEntries(names) as Record<ComparedMetric, string>;
}

function nameMetric(metric: ComparedMetric, place: 'head' | 'first' | 'inside'): string {
  const { amount, times: time, field } = rowOfMetric(metric);
  if (time && field) {
    const { name } = timesFigures[field];
    return time === 'responseTime' && place !== 'head' ? name : `${name} ${inside(times[time])}`;
  }
  const name = amountNames[amount ?? 'throughput'];
  if (place === 'head') return name.head;
  const text = inside(name);
  return place === 'first' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}
