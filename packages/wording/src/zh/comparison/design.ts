/** Text about experiments whose runs are made at once or one after another, and why, in Chinese. */
import type * as en from '../../en/comparison/design.ts';
import type { Translation } from '../../words.ts';

export const designReason: Translation<typeof en.designReasonWords> = {
  chosenTogether: '按要求，各变体同时压测。',
  chosenTurns: '按要求，各变体每隔几秒轮流压测。',
  chosenRuns: '按要求，各变体依次压测。',
  ownTargets: '每个变体有自己的目标，因此全部同时压测：干扰一个的因素也干扰其他变体，从而相互抵消。',
  shareMachine: {
    unmeasured: '它们的目标共用一台机器，可能相互干扰。',
    measured: '它们的目标共用一台机器：首次重复会测量它们是否相互干扰，若是则改为轮流。',
    measuredAsked: '它们的目标共用一台机器：首次重复会测量它们是否相互干扰。',
  },
  nearCapacity: '各变体每隔几秒轮流压测：同时进行会发送 {{planned}}，而目标已知可承受 {{ceiling}}。接近该值时，一个会拖慢另一个。',
  fillsTarget: '各变体每隔几秒轮流压测：此前目标限制了这一负载，因此同时进行时一个会拖慢另一个。',
  ofKind: '各设置依次压测：同时进行就会变成另一种负载。',
  sharedTarget: '各变体依次压测：同时进行会一起压测同一个目标。',
  takeTurns: '各变体共用一个目标，因此每隔几秒轮流压测：同时进行会一起压测它。',
  disturbed: '各变体每隔几秒轮流压测：同时进行时，它们的目标相互干扰了 {{share}}。',
  tooShort: '各变体依次压测：它们共用一个目标，且时长太短，无法轮流。',
  longCalls: '各变体依次压测：它们共用一个目标，且调用太长，无法轮流。',
  otherLengths: '各变体依次压测：它们的时长不同，其中一个会单独继续。',
  otherGenerators: '各变体依次压测：它们使用的发压端数量不同。',
};

export const design: Translation<typeof en.designWords> = {
  label: '各变体的运行方式',
  choices: { auto: '自动', together: '同时', turns: '轮流', runs: '逐次运行' },
  detect: '要发现的变化，%',
  never: '无',
  restart: '重启 URL',
  restartHint: '在各次重复之间以 POST 请求：这样结论也适用于构建版本。',
  willTurns_other: '每次重复中，各变体在相同的 {{count}} 个工作进程上每隔几秒轮流压测。',
  willTogether_other: '每次重复中，所有变体在相同的 {{count}} 个工作进程上同时运行。',
  rounds: { together: '同时', turns: '轮流' },
  pilotOf: '与其他同时运行，最前和最后 {{block}} 秒单独运行且不计入数据',
  turnsOf: '每轮 {{block}} 秒，舍弃前 {{burnIn}} 秒',
  decide: {
    together: '得出结论：同时运行两者 · {{time}}',
    turns: '得出结论：两者轮流运行 · {{time}}',
    runs: '得出结论：两者先后运行 · {{time}}',
  },
  decideWhat: '{{runs}}，成对运行，直到每个结论确定：最多 {{most}} 次。',
  live: { together: '响应时间 p50，同时运行', turns: '响应时间 p50，轮流运行' },
  liveSummary: '最新一秒：{{list}}。',
  pairs: '与基准相比的 p50，逐秒',
  pairsSummary: '每个点比较双方的同一秒。{{count}} 个点中有 {{above}} 个高于无变化线。',
};
