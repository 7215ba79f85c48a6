/** Text about gRPC calls, in Chinese. */
import type * as en from '../../en/run/calls.ts';
import type { Translation } from '../../words.ts';

export const calls: Translation<typeof en.callsWords> = {
  statuses: 'gRPC 状态码',
  statusesWhat: '所有以状态码结束的调用。',
  count: '调用',
  share: '占比',
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
