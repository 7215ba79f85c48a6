/** The words of comparisons: of one metric, of all of them, of a baseline, of a trend, in Chinese. */
import type * as en from '../../en/comparison/verdict.ts';
import type { Translation } from '../../words.ts';

export const scope: Translation<typeof en.scopeWords> = { theseRuns: '（仅限这几次运行）' };

export const verdictReason: Translation<typeof en.verdictReasonWords> = {
  tooShort: '{{metric}}的测量秒数太少，无法得出置信区间。',
  notInBoth: '只有一侧测量了{{metric}}。',
  inNeither: '两侧都没有测量{{metric}}。',
  zero: '有一侧的{{metric}}为 0：其变化没有区间。',
  notInFile: '导入的运行文件中没有{{metric}}。',
  sumOnly: '{{metric}}是另一个工具报告的总计：没有逐秒数据就没有置信区间。',
  unanswered: '{{metric}}不作对比：其中一侧没有任何响应，失败的尝试不算吞吐量。',
  mixedTimes: '{{metric}}不作对比：其中一侧由旧版本或其他工具记录，把失败响应与正常响应的时间混在一起。',
  beyond: '{{metric}}：{{change}}（95 % 置信区间 {{low}} 至 {{high}}），完全超出 {{limit}}{{scope}}。',
  maybeChance: '{{metric}}：{{change}}（95 % 置信区间 {{low}} 至 {{high}}），但对比的指标很多，这可能出于偶然：请运行更久或重复。',
  within: '{{metric}}：{{change}}（95 % 置信区间 {{low}} 至 {{high}}），完全在 ±{{limit}} 以内{{scope}}。',
  across: '{{metric}}：{{change}}，但 95 % 置信区间 {{low}} 至 {{high}} 跨过了 ±{{limit}}：请运行更久或重复。',
  differs: '{{metric}}：{{change}}（{{low}} 至 {{high}}）：这两个服务有差异。{{builds}}',
  smaller: '{{metric}}：{{change}}（{{low}} 至 {{high}}）：这两个服务之间确有变化，但小于 {{limit}}。{{builds}}',
  alike: '{{metric}}：{{change}}（{{low}} 至 {{high}}），这两个服务之间的差异完全在 ±{{limit}} 以内。{{builds}}',
  unclear: '{{metric}}：{{change}}，但 {{low}} 至 {{high}} 都有可能：请运行更久或重复。',
  warmingUp: '{{metric}}：{{change}}，但起初为 {{early}}，最后三分之一时为 {{late}}：其中一个服务仍在预热。请重新运行。',
};

export const buildsReason: Translation<typeof en.buildsReasonWords> = {
  unknown: '尚不知同一构建各次启动之间相差多少，因此这只适用于正在运行的服务。',
  changed: '它们的构建也有差异（{{low}} 至 {{high}}）。',
  same: '它们的构建相差在 ±{{limit}} 以内（{{low}} 至 {{high}}）。',
  unclear: '对它们的构建而言，{{low}} 至 {{high}} 都有可能，因为同一构建的各次启动也会不同。',
};

export const doubt: Translation<typeof en.doubtWords> = {
  suspect: '可疑：{{parts}}。',
  statuses: '状态码 {{status}} 占响应的 {{candidate}}（基准：{{base}}）',
  sizes: '每个响应 {{candidate}} 字节（基准：{{base}}）',
  fewer: '计划请求中有 {{candidate}} 得到正常响应（基准：{{base}}）',
};

export const headline: Translation<typeof en.headlineWords> = {
  noVerdict: '没有结论。',
  slower: '变慢：{{metrics}}。',
  faster: '变快：{{metrics}}。',
  worse: '变差：{{metrics}}。',
  better: '变好：{{metrics}}。',
  mixed: '{{found}}。',
  noDifference: '没有超过 {{limit}} 的差异。',
  undecided_other: '未定：{{all}} 个指标中有 {{text}} 个需要更多数据。',
  nothingInBoth: '未定：这些运行没有共同的测量数据。',
  failed: '失败：{{name}} {{candidate}}，{{baseName}} {{base}}，主要是{{kind}}。',
  messages: '流：{{found}}。',
  messagesWorse: '{{metrics}}变差',
  messagesBetter: '{{metrics}}变好',
  moved: '{{metric}} {{change}}',
};

export const namedHeadline: Translation<typeof en.namedHeadlineWords> = {
  slower: '{{name}} 更慢：{{metrics}}。',
  faster: '{{name}} 更快：{{metrics}}。',
  worse: '{{name}} 更差：{{metrics}}。',
  better: '{{name}} 更好：{{metrics}}。',
  mixed: '{{name}}：{{found}}。',
  noDifference: '{{name}}：没有超过 {{limit}} 的差异。',
};

export const direction: Translation<typeof en.directionWords> = { slower: '更慢', faster: '更快', worse: '更差', better: '更好' };

export const mixed: Translation<typeof en.mixedWords> = {
  slower: '{{metrics}}更慢',
  faster: '{{metrics}}更快',
  worse: '{{metrics}}更差',
  better: '{{metrics}}更好',
};

export const armRefusal: Translation<typeof en.armRefusalWords> = {
  base: '基准运行',
  candidate: '候选运行',
  oneOfBase: '基准的第 {{number}} 次运行',
  oneOfCandidate: '候选的第 {{number}} 次运行',
  invalid: '{{run}}无效：{{reason}}',
  sumsOnly: '{{run}}从 {{tool}} 导入，只有总计：没有逐秒数据就没有置信区间，也没有结论。',
  tooShort_other: '{{run}}只测量了 {{count}} 秒；得出结论至少需要 {{least}} 秒。',
};

export const comparability: Translation<typeof en.comparabilityWords> = {
  same: '可比：计划相同，发压端类型相同。',
  varied_other: '可比：只有{{differences}}不同。',
  chosen: '有意改变：{{differences}}。',
  unlike_other: '不可比：{{differences}}不同。',
  mixedTimes: '时间不作对比：其中一侧来自旧版本或其他工具，把失败响应与正常响应的时间混在一起。',
  unknownPlace: '并非两侧都知道是哪台机器发的压。',
  imported: '导入的运行只说明目标：负载、连接和机器未知。',
  more: '{{list}}（另有 {{count}} 项）',
};

export const difference: Translation<typeof en.differenceWords> = {
  none: '无',
  text: '{{characters}} 个字符，#{{mark}}',
  bytes: '{{bytes}} 字节',
  file: '{{name}}，{{bytes}} 字节，#{{mark}}',
  cutShort: '计划 {{planned}}，实际 {{length}}',
};

export const baselineVerdict: Translation<typeof en.baselineVerdictWords> = {
  outdated: '没有结论：自基线以来{{parts}}有改动。请固定新的基线。',
  unlikeTimes: '没有结论：基线把失败响应与正常响应的时间混在一起。请固定新的基线。',
};
