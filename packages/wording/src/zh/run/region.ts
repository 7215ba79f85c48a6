/** Text about the regions of a run, in Chinese. */
import type * as en from '../../en/run/region.ts';
import type { Translation } from '../../words.ts';

export const region: Translation<typeof en.regionWords> = {
  title: '区域',
  region: '区域',
  generators: '发压端',
  perSecond: '每秒',
  errors: '错误',
  stamp: '测量',
  hint: '每个区域由自己的工作进程产生的那部分负载，不含预热。所有区域合起来就是这次运行的数据。',
  liveHint: '每个区域在最近一秒产生的那部分负载。',
  together: '较早的版本把所有区域的各秒合并精简了：按区域的图表和选段数据已不存在。',
  chart: '各区域的 p99',
  summary: '最高的一秒：{{list}}。',
  one: '{{label}} {{time}}',
  share: '按区域分担',
  shareWhat: '每个区域是一个工作进程池，除整体之外还有自己的数据。',
  whole: '合为一个数量',
  label: '区域 {{row}}：工作进程标签',
  count: '区域 {{row}}：发压端',
  add: '添加区域',
};
