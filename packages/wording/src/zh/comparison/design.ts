/** Why the runs of an experiment are made at once or one after another, in Chinese. */
import type * as en from '../../en/comparison/design.ts';
import type { Translation } from '../../words.ts';

export const designReason: Translation<typeof en.designReasonWords> = {
  chosenTogether: '按要求，各变体同时加载。',
  chosenRuns: '按要求，各变体依次加载。',
  ownTargets: '每个变体有自己的目标，因此全部同时加载：干扰一个的因素也干扰其他变体，从而相互抵消。',
  ofKind: '各设置依次加载：同时进行就会变成另一种负载。',
  sharedTarget: '各变体依次加载：同时进行会一起加载同一个目标。',
  otherLengths: '各变体依次加载：它们的时长不同，其中一个会单独继续。',
  otherGenerators: '各变体依次加载：它们使用的发压端数量不同。',
};
