/** Text about how the times of a run spread, in Chinese. */
import type * as en from '../../en/run/latency.ts';
import type { Translation } from '../../words.ts';

export const spread: Translation<typeof en.spreadWords> = {
  title: '时间的分布',
  times: '时间',
  none: '这些秒内没有此类计时。',
  table: '百分位',
  figures_other: '{{text}} 个样本 · 平均 {{mean}} · 标准差 {{stddev}}',
  percentile: '百分位',
  count: '数量',
  latency: '延迟',
  tools: '其他工具也输出',
  tool: { nighthawk: 'Nighthawk', ab: 'ab', ghz: 'ghz' },
  us: '{{us}} µs',
  histogram: '延迟直方图',
  range: '{{from}} 至 {{to}}',
  good: '有响应或超时',
  failed: '失败的响应',
  samples: '样本',
  most: '最常见 {{from}} 至 {{to}}：{{total}} 中的 {{share}}。',
  mostFailed: '最常见 {{from}} 至 {{to}}：{{total}} 中的 {{share}}。失败的响应最常见 {{failedFrom}} 至 {{failedTo}}。',
  beyond: '最后一柱包含 {{from}} 以上的全部。',
  map: '延迟随时间变化',
  mapSummary: '一半在 {{p50}} 以内。最慢的（可达 {{max}}）最常出现在 {{at}}。',
  few: '少',
  many: '多',
  cell_other: '{{at}} · {{range}} · {{text}} 个样本',
};
