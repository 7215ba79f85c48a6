/** Text about gRPC calls and their messages, in Chinese. */
import type * as en from '../../en/run/calls.ts';
import type { Translation } from '../../words.ts';

export const calls: Translation<typeof en.callsWords> = {
  statuses: 'gRPC 状态码',
  statusesWhat: '所有以状态码结束的调用。',
  count: '调用',
  share: '占比',
  messages: '消息',
  sent: '发送',
  received: '接收',
  all: '全部',
  perSecond: '每秒',
  perCall: '每次调用',
  bytes: '字节',
  bytesPerMessage: '每条消息字节数',
  bytesWhat: '消息的字节数，不含前缀，压缩之前。',
  times: '消息的时间',
  timesWhat:
    '首条消息：从发出调用到第一个应答。间隔：同一调用的一个应答到下一个。往返：从消息应发出之时到它的应答。延误：从消息应发出之时到实际发出。',
  timed: '计时数',
  call: '调用',
  method: '方法',
  definition: '类型来源',
  reflection: '服务端反射',
  descriptorSet: '描述符集',
  message: '消息',
  emptyMessage: '空消息',
  messageList_other: '轮流 {{text}} 条消息',
  perStream: '每个流的消息数',
  interval: '消息间隔',
  streamDuration: '流最长持续',
  deadline: '截止时间',
  authority: 'Authority（主机标识）',
  gzip: '压缩',
  metadataOf: '元数据 {{name}}',
};

export const callsChart: Translation<typeof en.callsChartWords> = {
  messages: '每秒消息数',
  sent: '发送',
  received: '接收',
  messagesSummary: '接收最多时为 {{peak}}（{{at}}）。',
  firstMessageTime: '首条消息时间',
  messageGap: '消息间隔',
  messageRoundTrip: '消息往返时间',
  messageLateness: '消息延误',
};

export const ghz: Translation<typeof en.ghzWords> = {
  title: '按 ghz 的格式',
  value: '值',
  what: '有应答的调用以及超时的响应时间。',
  count: '数量',
  total: '总计',
  slowest: '最慢',
  fastest: '最快',
  average: '平均',
  perSecond: '请求/秒',
  histogram: '响应时间直方图',
  histogramWhat: '从最快到最慢等宽的十个界限；第一行就是最快的一次。',
  upTo: '不超过',
  calls: '调用',
  within: '{{percentile}} % 在此时间内',
};
