/** Text of lists of experiments and of baselines, in Chinese. */
import type * as en from '../../en/comparison/experiment.ts';
import type { Translation } from '../../words.ts';

export const experiments: Translation<typeof en.experimentsWords> = {
  title: '实验',
  new: '新建实验',
  name: '实验',
  kind: '类型',
  progress: '运行',
  result: '结果',
  confirmed: '{{rate}}，已确认',
  unconfirmed: '{{rate}}，未确认',
  noneHeld: '没有任何速率达标',
  best: '{{where}}：{{rate}}',
  noise: '{{share}} 以下的变化属于噪声',
  emptyTitle: '还没有实验',
  emptyText: '实验让各变体在同样的工作进程上同时或轮流运行，因此差异来自设置，而不是时段。',
  emptyAction: '对比长连接开与关',
  of: '{{done}} / {{total}}',
};

export const experimentState: Translation<typeof en.experimentStateWords> = {
  queued: '排队中',
  running: '运行中',
  stopping: '停止中',
  completed: '已完成',
  stopped: '已停止',
  failed: '失败',
};

export const baseline: Translation<typeof en.baselineWords> = {
  set: '设为基线',
  unset: '取消基线',
  isSet: '这个计划的运行今后都与这次相比。',
  unpinned: '这个计划不再有基线。',
  is: '基线',
  isWhy: '这个计划之后的运行都与这次相比。',
  against: '与基线相比：',
  open: '查看对比',
  column: '对比基线',
  experiment: '实验',
  regressions: '性能退化',
  all: '全部性能退化',
};
