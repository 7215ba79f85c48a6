/** The findings of a capacity search, a sweep and an experiment, and their ends, in Chinese. */
import type * as en from '../en/search.ts';
import type { Translation } from '../words.ts';

export const capacitySearch: Translation<typeof en.capacitySearchWords> = {
  givenUp: '尝试 {{tries}} 次后停止：达标的最高速率是 {{held}}。',
  givenUpUnconfirmed: '尝试 {{tries}} 次后停止：达标的最高速率是 {{held}}，未经确认。',
  limitedAlways: '没有找到容量：在每个尝试过的速率上，{{limit}}。',
  brokeAlways: '没有找到容量：即使 {{broke}} 也未达标。',
  limitedAbove: '至少 {{held}}：超过之后，{{limit}}。',
  heldToTheTop: '至少 {{held}}：直到允许的最高速率都达标。',
  found: '{{held}} 达标，{{broke}} 未达标（精度 {{precision}}）。',
  missed: '{{threshold}}（{{rate}} 时为 {{value}}）',
  brokeBy: {
    thresholds: '限制来自 {{missed}}。',
    backlog: '限制来自处理速度：{{rate}} 时积压增长。',
    good_answers: '限制来自成功响应：{{rate}} 时成功响应过少。',
    also: '此时 {{missed}} 也未达标。',
    auto_stopped: '{{rate}} 时该次尝试自行停止：失败过多。',
  },
  between: '{{held}}–{{broke}}：{{why}}。',
  atLeast: '至少 {{held}}：{{why}}。',
  disturbed_other: '{{of}} 次尝试中有 {{count}} 次受到{{by}}的干扰',
  by: { other_work: '其他工作', generator: '发压端自身' },
  limit: {
    generator: '瓶颈在发压端，而不在目标',
    client: '瓶颈在 HTTP 客户端，而不在目标',
    network: '瓶颈在网络，而不在目标',
    connections: '瓶颈在计划的连接数，而不在目标',
  },
  connections_other: '瓶颈在计划的 {{count}} 个连接，而不在目标',
  nothingYet: '目前还没有达标的速率。',
  soFar: '目前至少 {{held}}；搜索仍在继续。',
};

export const knee: Translation<typeof en.kneeWords> = {
  levels: '吞吐量在 {{setting}} 时达到约 {{ceiling}} 的上限；再增加，收益不到 {{share}}。',
  falls: '吞吐量在 {{setting}} 时达到约 {{ceiling}} 的上限；到 {{last}} 时下降 {{share}}。',
  tokensLevel: '每秒 token 数在 {{setting}} 时达到约 {{ceiling}} 的上限；再增加，收益不到 {{share}}。',
  tokensFall: '每秒 token 数在 {{setting}} 时达到约 {{ceiling}} 的上限；到 {{last}} 时下降 {{share}}。',
  firstTokenLater: '从 {{from}} 起，首个 token 变晚：TTFT p95 从 {{before}} 时的 {{beforeTime}} 升至 {{last}} 时的 {{lastTime}}。',
  firstMessageLater: '从 {{from}} 起，首条消息变晚：p95 从 {{before}} 时的 {{beforeTime}} 升至 {{last}} 时的 {{lastTime}}。',
  of: '{{variant}}：{{knee}}',
  limited: '此后{{limit}}。',
};

export const level: Translation<typeof en.levelWords> = {
  every: '在每个设置下，限制负载的都是{{limit}}，而不是目标。',
  others: '瓶颈不在目标的设置：{{list}}。',
  group: '{{names}}（{{limit}}）',
  limit: {
    none: '无',
    target: '目标',
    connections: '计划的连接数',
    generator: '发压端',
    client: 'HTTP 客户端',
    network: '网络',
    unknown: '不明',
  },
};

export const experimentRun: Translation<typeof en.experimentRunWords> = {
  name: '第 {{number}}/{{of}} 次运行（{{arm}}）',
  nameAtRate: '第 {{number}}/{{of}} 次运行（{{arm}}，{{rate}}）',
  side: '{{name}}，第 {{number}} 侧',
  variant: '变体 {{number}}',
  deleted: '{{run}}已被删除，不计入结果。',
  stopped: '{{run}}被停止，不计入结果：{{reason}}',
  stoppedItself: '{{run}}自动停止，不计入结果：{{reason}}',
  waitsForWorkers_other: '下一次运行需要同时有 {{needed}} 个工作进程，目前 {{count}} 个在线。',
  waitsForRegions_other: '下一次运行需要同时有 {{needed}} 个工作进程，而区域{{regions}}在线的太少。',
  disturbed: '目标相互干扰：全部同时压测时，{{variant}} 的服务时间变化了 {{share}}。首次重复不计入，各变体改为轮流。',
  disturbedAsked:
    '目标相互干扰：全部同时压测时，{{variant}} 的服务时间变化了 {{share}}。按要求仍同时压测：数据反映的是目标一起受载时的情况。',
  undisturbed: '未见目标相互干扰：全部同时压测时，{{variant}} 的服务时间变化了 {{share}}，可能只是偶然。',
  restartFailed: {
    status: '第 {{round}} 轮之前没有重启服务：重启 URL 返回了 {{status}}。',
    late: '第 {{round}} 轮之前没有重启服务：重启 URL 在 {{seconds}} 秒内没有响应。',
    unanswered: '第 {{round}} 轮之前没有重启服务：重启 URL 没有响应。',
    refused: '第 {{round}} 轮之前没有重启服务：不再允许请求重启 URL。',
    unasked:
      '第 {{round}} 轮之前没有重启服务：工作进程在 {{seconds}} 秒内无法启动用于请求重启 URL 的进程。其机器过于繁忙：请在空闲时重新运行实验。',
  },
  silentAfterRestart: '第 {{round}} 轮之前的重启后，{{variant}} 在 {{seconds}} 秒内没有响应。',
  longerBurnIn: '从第 {{run}} 次运行起，每个轮次舍弃前 {{seconds}} 秒，而不是 {{before}} 秒：响应较慢，或先后顺序有影响。',
  workerLost: '工作进程 {{worker}} 已丢失，由 {{by}} 继续。',
  replaced: '工作进程 {{gone}} 已不在，由 {{by}} 接替。',
  failed: '{{run}}没有完成，实验到此结束，不再重复：{{reason}}',
};

export const experimentEnd: Translation<typeof en.experimentEndWords> = {
  tooFewWorkers: '需要同时有 {{needed}} 个工作进程，但 {{seconds}} 秒内只有 {{online}} 个在线。已有数据保留。',
  tooFewOfRegions_other: '需要同时有 {{needed}} 个工作进程，但 {{seconds}} 秒内区域{{regions}}在线的太少。已有数据保留。',
  noPlan: '搜索没有可运行的计划。',
  noTargetCpu:
    '搜索需要目标自身的资源数据，但有一次尝试没有。工作进程所在 Linux 机器上的目标无需设置即可监视；其他目标请抓取其指标，或在那里运行代理程序。',
  noise_other: '每侧 {{text}} 次运行：小于 {{share}} 的变化在这里都是噪声。',
  noNoise_other: '每侧 {{text}} 次运行：太少，无法判断噪声。请增加重复次数。',
  sweep_other: '{{settings}} 个设置，每个 {{text}} 次运行。',
  variants_other: '每个变体 {{text}} 次运行。',
  undecided: '仍有结论未定：请增加重复次数。',
  stopped: '在 {{of}} 中的 {{runs}}之后停止。',
  runs_other: '{{text}} 次运行',
  shutDown: '它的工作进程已关闭，由另一个继续。',
  broken: '实验无法继续：{{error}}',
  noWorker: '它的工作进程已丢失，{{seconds}} 秒内没有其他工作进程接手。已有数据保留。',
  stoppedUnattended: '已停止。它的工作进程此前已丢失。',
};

export const sharedFinding: Translation<typeof en.sharedFindingWords> = {
  nothingMeasured: '没有测得任何数据。',
  highest: '{{where}}的吞吐量最高：{{rate}}。',
  highestOfSeveral: '{{where}}的吞吐量最高：约 {{rate}}。',
  noRate: '没有找到速率。',
  nothingCompared: '没有可对比的内容。',
  variant: '变体 {{letter}}',
  none: '无',
};
