/** Text about result files of other tools, in Chinese. */
import type * as en from '../../en/run/results.ts';
import type { Translation } from '../../words.ts';

export const results: Translation<typeof en.resultsWords> = {
  drop: '把结果文件拖到这里',
  what: 'k6、oha、wrk、ab、hey、autocannon、fortio、vegeta、ghz、h2load、Nighthawk、AIPerf 或 GenAI-Perf 的文件，或 HdrHistogram 日志，最大 {{most}} MB；k6 的 JSON 和 CSV 最大 {{mostLines}} GB。文件可用 gzip 压缩。它会成为一次运行，在其数据允许的范围内可以绘图和对比。',
  choose: '选择文件',
  sending: '正在发送 {{file}}',
  reading: '正在读取 {{file}}',
  tooLarge: '{{file}} 太大：最多可读取 {{most}} GB。',
  url: '这次压测的目标',
  urlWhy: '文件没有说明测量的是什么。',
  send: '导入',
  lead: '从 {{tool}} 导入。',
  leadFile: '从 {{tool}} 导入（{{file}}）。',
  data: {
    requests: '文件含有每个请求：逐秒数据、直方图和百分位都是精确的。',
    seconds: '文件含有每一秒的直方图：时间是精确的，但不区分失败。',
    summary: '文件只有总计：无法绘图，对比也没有结论。',
  },
  missing: '它没有说明：{{gaps}}。',
  gap: {
    startedAt: '开始时间',
    duration: '时长',
    connections: '连接数',
    failed: '失败情况',
    unanswered: '没有响应的请求',
    statuses: '状态码',
    receivedBytes: '接收的字节数',
    messages: '调用的消息',
  },
  never: '没有任何文件说明连接如何使用、首字节何时到达，以及发压端的状况。',
  download: '下载原文件（{{bytes}}）',
  reported: '按 {{tool}} 的报告',
  percentile: '百分位',
  time: '响应时间',
  mean: '平均',
  least: '最小',
  most: '最大',
};
