/** Several arms in one sentence, the noise, a window, in Chinese. */
import type * as en from '../../en/comparison/arms.ts';
import type { Translation } from '../../words.ts';

export const arms: Translation<typeof en.armsWords> = {
  ownLimit: '{{arms}}的瓶颈不在目标，而在发压端或其 HTTP 客户端：请谨慎解读差异。',
  theBase: '基准',
  theCandidate: '候选',
  against: '与{{base}}相比：{{arms}}。',
  verdict: '{{name}} {{verdict}}',
  moved: '{{name}} {{verdict}}（{{metric}} {{change}}）',
  window: '每次运行的第 {{from}} 至 {{to}} 秒。',
  lettered: '{{letter}} · {{name}}',
  notComparable: '不可比',
  incomparable_other: '不可比：{{parts}}不同。',
  unlikeTimes: '不可比：其中一侧把失败响应的时间与正常响应的时间混在一起统计。',
};

export const differing: Translation<typeof en.differingWords> = {
  requests: '请求',
  load: '负载',
  connection: '连接设置',
  timeout: '超时',
  settings: '设置',
  tool: '工具',
  environment: '发压端',
};

export const factor: Translation<typeof en.factorWords> = { slower: '慢到 {{factor}}', higher: '高到 {{factor}}' };

export const noise: Translation<typeof en.noiseWords> = {
  floor: '小于 {{share}} 的变化在这里都是噪声。',
  ofOne: '{{metric}} 小于 {{share}} 的变化在这里都是噪声。',
  unknown: '运行次数太少，无法判断噪声。请增加重复次数。',
};

export const settingValue: Translation<typeof en.settingValueWords> = {
  keepAlive: '长连接{{value}}',
  connections_other: '{{value}} 个连接',
  rate: '{{value}}/s',
  client: '{{value}}',
  protocol: '{{value}}',
  streams_other: '{{value}} 个流',
  pipelining: '管线化 {{value}}',
  maxActiveRequests_other: '最多 {{value}} 个在途请求',
  bodyBytes: '{{value}} B 请求体',
  url: '{{value}}',
  on: '开',
  off: '关',
};
