/** Text of a shared page without a script, its preview picture, its embed and its badge, in Chinese. */
import type * as en from '../en/shared.ts';
import type { Translation } from '../words.ts';

export const shared: Translation<typeof en.sharedWords> = {
  chartsNeedScript: '图表需要 JavaScript。',
  openWhole: '打开完整页面',
  overTime: '{{metric}}随时间变化',
  finishedPerSecond: '每秒完成数',
  thresholdsPass: '{{of}} 个阈值全部通过',
};

export const sharedRun: Translation<typeof en.sharedRunWords> = { short: '{{metric}} {{time}} · {{rate}}' };

export const sharedRequest: Translation<typeof en.sharedRequestWords> = { counted: '请求 {{number}}' };

export const sharedTable: Translation<typeof en.sharedTableWords> = {
  intervalOf: '95 % 置信区间 {{range}}',
  messagesSent: '发送',
  messagesReceived: '接收',
  runs: '运行',
  validity: '有效性',
};

export const sharedSearch: Translation<typeof en.sharedSearchWords> = {
  capacity: '容量',
  none: '无',
  noiseFloor: '噪声基底',
};

export const report: Translation<typeof en.reportWords> = {
  made: '生成于 {{at}}',
  charts: '随时间变化',
  cpu: '目标的 CPU',
  ratesSummary: '正常响应最多时为 {{peak}}（{{at}}）。',
  ratesSummaryCpu: '正常响应最多时为 {{peak}}（{{at}}）。目标的 CPU 最高 {{cpu}}。',
  messagesSummary: '消息最多时为 {{peak}}（{{at}}）。',
  armsSummary: '按已用时间：{{arms}}。',
  curveSummary: '按百分位的响应时间，对数坐标：{{arms}}。',
  plan: '计划',
  redacted: '不含请求头、请求体、查询参数的值、凭据和备注。',
  run: '运行',
  arm: '对照项',
  startedAt: '开始时间',
};

export const badgePicture: Translation<typeof en.badgePictureWords> = {
  label: 'Plimsoll：{{message}}',
  labelJudged: 'Plimsoll：{{message}}，{{validity}}',
  noRun: '还没有运行',
  noiseUnknown: '噪声不明',
  noise: '噪声 {{share}}',
  noCapacity: '没有找到容量',
  capacity: '容量 {{rate}}',
  upTo: '最高 {{rate}}',
  moved: '{{verdict}} · {{metric}} {{change}}',
  figures: '{{verdict}} · {{figures}}',
  manyFailed: '{{rate}} 正常 · {{share}} 失败',
};
