/** The story that the seconds of a run tell, in Chinese. */
import type * as en from '../../en/run/story.ts';
import type { Translation } from '../../words.ts';

export const finding: Translation<typeof en.findingWords> = {
  sentLeftPlannedBusy: '{{at}}，计划 {{planned}} 时，发送落后于计划：所有连接都忙，平均只发送了 {{sent}}。',
  sentLeftPlannedLimit: '{{at}}，计划 {{planned}} 时，发送落后于计划：在途请求已达上限，平均只发送了 {{sent}}。',
  sentLeftPlannedLimit_calls: '{{at}}，计划 {{planned}} 时，发送落后于计划：在途调用已达上限，平均只发送了 {{sent}}。',
  sentLeftPlanned: '{{at}}，计划 {{planned}} 时，发送落后于计划。平均只发送了 {{sent}}。',
  sentLeftPlannedFree: '{{at}}，计划 {{planned}} 时，发送落后于计划：连接有空闲，平均只发送了 {{sent}}。',
  sentLeftPlannedNetwork: '{{at}}，计划 {{planned}} 时，发送落后于计划：网络已满。平均只发送了 {{sent}}。',
  ceiling: '正常响应在 {{at}} 停止增长：上限是 {{good}}，尽管计划最高达 {{planned}}。',
  ceilingBetween: '正常响应在 {{at}} 停止增长：上限是 {{good}}（在 {{low}} 与 {{high}} 之间），尽管计划最高达 {{planned}}。',
  connectionError_other: '从 {{at}} 起有请求没有响应（{{outcome}}）：整次运行共 {{count}} 个。',
  connectionError_calls_other: '从 {{at}} 起有调用没有响应（{{outcome}}）：整次运行共 {{count}} 个。',
  errorStatus: '第一个 HTTP {{status}} 出现在 {{at}}：整次运行共 {{answers}} 个。',
  errorStatusAfter: '第一个 HTTP {{status}} 出现在 {{at}}，在第一个没有响应的请求之后 {{seconds}}：整次运行共 {{answers}} 个。',
  errorStatusBefore: '第一个 HTTP {{status}} 出现在 {{at}}，在第一个没有响应的请求之前 {{seconds}}：整次运行共 {{answers}} 个。',
  failingFast: '从 {{at}} 起目标快速失败：{{share}} 失败，用时 {{failed}}（正常响应 {{good}}）。',
  failingFastOnly: '从 {{at}} 起目标快速失败：{{share}} 失败，用时 {{failed}}。',
  everyFailed: '每个请求都失败，用时 {{failed}}。',
  everyFailed_calls: '每个调用都失败，用时 {{failed}}。',
  everyFailedFrom: '从 {{at}} 起每个请求都失败，用时 {{failed}}。',
  everyFailedFrom_calls: '从 {{at}} 起每个调用都失败，用时 {{failed}}。',
  failingFastFreed: '这释放了连接：发送又跟上了计划。',
  failingFastAll: '计划的请求都已发送。',
  failingFastHeld: '即便如此，也只发送了计划请求的 {{share}}。',
  failingFastHeld_calls: '即便如此，也只发送了计划调用的 {{share}}。',
  dip: '正常响应在 {{at}} 从 {{usual}} 降到 {{good}}，持续 {{seconds}}。',
  dipStill: '正常响应在 {{at}} 从 {{usual}} 降到 {{good}}，没有恢复。',
  dipOf: '这是 {{dips}} 次下跌之一。',
  recoveredDip: '正常响应在 {{at}} 恢复，距下跌 {{seconds}}：{{good}}。',
  recoveredOverload: '{{at}}，负载回到上限以下 {{seconds}} 之后，目标已恢复：{{good}}。',
  backlogBurst: '{{at}} 的 {{good}} 是积压，而不是容量：当时有 {{backlog}} 个请求在途或等待，计划为 {{planned}}。',
  backlogBurst_calls: '{{at}} 的 {{good}} 是积压，而不是容量：当时有 {{backlog}} 个调用在途或等待，计划为 {{planned}}。',
  resource: '目标的{{resource}}在 {{at}} 达到上限：{{share}}。',
  core: '目标的一个线程在 {{at}} 占满了它的核（{{share}}），而其他核空闲：更多工作进程或集群可以利用它们。',
  quota: '目标在 {{at}} 用完了 CPU 配额：达到其容器可用量的 {{share}}。',
  network: '网络在 {{at}} 达到线路速率：{{share}}。',
  keepAlive: '请求了长连接，但目标关闭了 {{opened}} 个连接中的 {{closed}} 个，每个在 {{perConnection}} 个请求之后（从 {{at}} 起）。',
  keepAlive_calls: '目标关闭了 {{opened}} 个连接中的 {{closed}} 个，每个在 {{perConnection}} 个调用之后（从 {{at}} 起）。',
  keepAliveOne: '请求了长连接，但目标在一个请求之后就关闭了 {{opened}} 个连接中的 {{closed}} 个（从 {{at}} 起）。',
  keepAliveOne_calls: '目标在一个调用之后就关闭了 {{opened}} 个连接中的 {{closed}} 个（从 {{at}} 起）。',
  concurrencyLimit: '从 {{at}} 起，{{slots}} 个在途请求 ÷ {{time}} 不可能超过 {{most}}：请提高在途请求上限。',
  concurrencyLimit_calls: '从 {{at}} 起，{{slots}} 个在途调用 ÷ {{time}} 不可能超过 {{most}}：请提高在途调用上限。',
  concurrency: '从 {{at}} 起，{{slots}} 个连接 ÷ {{time}} 不可能超过 {{most}}：请增加连接数。',
  concurrencySlots: '从 {{at}} 起，{{slots}} 个在途请求 ÷ {{time}} 不可能超过 {{most}}：请增加连接数，或每个连接同时承载的请求数。',
  concurrencySlots_calls: '从 {{at}} 起，{{slots}} 个在途调用 ÷ {{time}} 不可能超过 {{most}}：请增加连接数，或每个连接同时承载的调用数。',
  firstTokenLater: '从 {{streams}} 个流起，首个 token 变晚：TTFT p95 {{before}} → {{after}}。',
  firstMessageLater: '从 {{streams}} 个流起，首条消息变晚：p95 {{before}} → {{after}}。',
  answerWhole:
    '首条消息与最后一条一起到达：每个流的 {{messages}} 条消息在 {{spread}} 内到达，距发出 {{first}}。目标或途中会缓冲的代理一次性发送了整个响应。',
};

export const resource: Translation<typeof en.resourceWords> = { cpu: ' CPU ', memory: '内存', disk: '磁盘' };

export const overload: Translation<typeof en.overloadWords> = {
  shed: '超过 {{ceiling}} 后，目标丢弃负载：正常响应保持在 {{good}}，其 p95 为 {{p95}}{{before}}。',
  slow: '超过 {{ceiling}} 后，目标让所有请求变慢：正常响应保持在 {{good}}，但其 p95 为 {{p95}}{{before}}。',
  both: '超过 {{ceiling}} 后，目标拒绝一部分，并让其余的变慢：正常响应 {{good}}，p95 为 {{p95}}{{before}}。',
  collapsed: '超过 {{ceiling}} 后，目标崩溃：正常响应降到 {{good}}，p95 为 {{p95}}{{before}}。',
  before: '（此前 {{p95}}）',
};
