/** Names of figures and verdicts, in every language: one row each. A new figure or verdict is named here and nowhere else. */
import { type ComparedAmount, type ComparedMetric, comparedMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { timesFigures } from '@plimsoll/contracts/percentiles';
import type { HistogramName } from '@plimsoll/contracts/times';
import type { Verdict } from '@plimsoll/contracts/verdict';

type Place = 'head' | 'first' | 'inside';
type SpokenLanguage = 'en' | 'zh';
interface Term {
  /** As the head of a row, a column or a chart. */
  readonly en: string;
  /** Inside an English sentence, where it is not the head in small letters. */
  readonly inside?: string;
  /** The same as a head and inside a sentence. */
  readonly zh: string;
}

const amounts: Readonly<Record<ComparedAmount, Term>> = {
  throughput: { en: 'Throughput', zh: '吞吐量' },
  goodput: { en: 'Goodput', zh: '有效吞吐量' },
  errorRate: { en: 'Error rate', zh: '错误率' },
  droppedShare: { en: 'Dropped', inside: 'dropped share', zh: '丢弃比例' },
  requestsPerCpuSecond: { en: 'Requests per CPU-second', inside: 'requests per CPU-second', zh: '每 CPU 秒请求数' },
  messagesPerSecond: { en: 'Messages per second', zh: '每秒消息数' },
  tokensPerSecond: { en: 'Output tokens per second', zh: '每秒输出 token 数' },
  streamGoodput: { en: 'Streams within limits', inside: 'share of streams within their limits', zh: '达标流占比' },
};

/** Times of a run. */
export const timeTerms: Readonly<Record<HistogramName, Term>> = {
  responseTime: { en: 'Response', inside: 'response time', zh: '响应时间' },
  serviceTime: { en: 'Service', inside: 'service time', zh: '服务时间' },
  failedTime: { en: 'Failed answers', zh: '失败响应的时间' },
  sendLateness: { en: 'Send lateness', zh: '发送延误' },
  timeToFirstByte: { en: 'First byte', inside: 'time to first byte', zh: '首字节时间' },
  connectTime: { en: 'Connect time', zh: '建连时间' },
  dnsTime: { en: 'DNS', zh: 'DNS 时间' },
  tcpTime: { en: 'TCP', zh: 'TCP 时间' },
  tlsTime: { en: 'TLS', zh: 'TLS 时间' },
  upgradeTime: { en: 'WebSocket upgrade', inside: 'WebSocket upgrade', zh: 'WebSocket 升级时间' },
  firstMessageTime: { en: 'First message', inside: 'time to first message', zh: '首条消息时间' },
  messageGap: { en: 'Message gap', zh: '消息间隔' },
  messageRoundTrip: { en: 'Message round trip', zh: '消息往返时间' },
  messageLateness: { en: 'Message lateness', zh: '消息延误' },
  firstTokenTime: { en: 'TTFT', inside: 'TTFT', zh: 'TTFT 首 token 时间' },
  secondTokenTime: { en: 'TTST', inside: 'TTST', zh: 'TTST 第二 token 时间' },
  interTokenTime: { en: 'ITL', inside: 'ITL', zh: 'ITL token 间隔' },
  pingRoundTrip: { en: 'Ping', inside: 'ping round trip', zh: 'ping 往返时间' },
  publishTime: { en: 'From publishing', inside: 'time from publishing', zh: '发布到接收' },
  inputTokens: { en: 'Input tokens', zh: '输入 token 数' },
  outputTokens: { en: 'Output tokens', zh: '输出 token 数' },
};

export const verdictTerms: Readonly<Record<Verdict, Term>> = {
  better: { en: 'Better', zh: '变好' },
  worse: { en: 'Worse', zh: '变差' },
  no_difference: { en: 'No difference', zh: '无差异' },
  not_enough_evidence: { en: 'Undecided', zh: '未定' },
};

function write({ en, inside = en.toLowerCase(), zh }: Term, place: Place, language: SpokenLanguage): string {
  if (language === 'zh') return zh;
  if (place === 'head') return en;
  return place === 'inside' ? inside : `${inside.charAt(0).toUpperCase()}${inside.slice(1)}`;
}

export function nameAll<Name extends string>(terms: Readonly<Record<Name, Term>>, place: Place, language: SpokenLanguage) {
  const names = Object.entries<Term>(terms).map(([name, term]) => [name, write(term, place, language)]);
  return Object.fromEntries(names) as Record<Name, string>;
}

/** Names of every metric. In a sentence a bare percentile is of response time. */
export function nameMetrics(place: Place, language: SpokenLanguage): Record<ComparedMetric, string> {
  const names = comparedMetrics.map((metric) => [metric, nameMetric(metric, place, language)]);
  return Object.fromEntries(names) as Record<ComparedMetric, string>;
}

function nameMetric(metric: ComparedMetric, place: Place, language: SpokenLanguage): string {
  const { amount, times, field } = rowOfMetric(metric);
  if (!times || !field) return write(amounts[amount ?? 'throughput'], place, language);
  const { name } = timesFigures[field];
  if (times === 'responseTime' && place !== 'head') return name;
  const of = write(timeTerms[times], 'inside', language);
  return language === 'zh' ? `${of} ${name}` : `${name} ${of}`;
}
