/** Names of figures in Chinese: the same as a head and inside a sentence. */
import { type ComparedAmount, type ComparedMetric, comparedMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { timesFigures } from '@plimsoll/contracts/percentiles';
import type { HistogramName } from '@plimsoll/contracts/times';

const amounts: Readonly<Record<ComparedAmount, string>> = {
  throughput: '吞吐量',
  goodput: '有效吞吐量',
  errorRate: '错误率',
  droppedShare: '丢弃比例',
  requestsPerCpuSecond: '每 CPU 秒请求数',
  messagesPerSecond: '每秒消息数',
};

/** Names of the times of a run. */
export const timeNames: Readonly<Record<HistogramName, string>> = {
  responseTime: '响应时间',
  serviceTime: '服务时间',
  failedTime: '失败响应的时间',
  sendLateness: '发送延误',
  timeToFirstByte: '首字节时间',
  connectTime: '建连时间',
  dnsTime: 'DNS 时间',
  tcpTime: 'TCP 时间',
  tlsTime: 'TLS 时间',
  firstMessageTime: '首条消息时间',
  messageGap: '消息间隔',
  messageRoundTrip: '消息往返时间',
  messageLateness: '消息延误',
};

/** Names of every metric. In a sentence a bare percentile is of response time. */
export function nameMetrics(place: 'head' | 'inside'): Record<ComparedMetric, string> {
  return Object.fromEntries(comparedMetrics.map((metric) => [metric, nameMetric(metric, place)])) as Record<ComparedMetric, string>;
}

function nameMetric(metric: ComparedMetric, place: 'head' | 'inside'): string {
  const { amount, times: time, field } = rowOfMetric(metric);
  if (!time || !field) return amounts[amount ?? 'throughput'];
  const { name } = timesFigures[field];
  return time === 'responseTime' && place === 'inside' ? name : `${timeNames[time]} ${name}`;
}
