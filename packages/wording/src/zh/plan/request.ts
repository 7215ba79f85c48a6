/** A plan's requests, in a few words, in Chinese. */
import type * as en from '../../en/plan/request.ts';
import type { Translation } from '../../words.ts';

export const requested: Translation<typeof en.requestedWords> = {
  one: '{{method}} {{url}}',
  unreadable: '无法读取的目标',
  inSequence_other: '依次 {{count}} 个请求 · {{origin}}',
  byWeight_other: '按权重 {{count}} 个请求 · {{origin}}',
};
