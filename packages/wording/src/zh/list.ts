/** The words of lists, in Chinese. */
import type * as en from '../en/list.ts';
import type { Translation } from '../words.ts';

export const list: Translation<typeof en.listWords> = {
  between: '、',
  afterSentence: '',
  sentence: '{{text}}。',
  named: '{{name}}：{{value}}',
  and: '{{first}}、{{last}}',
  or: '{{first}}或{{last}}',
  andMore_other: '{{first}}及另外 {{count}} 项',
};

export const second: Translation<typeof en.secondWords> = {
  stretch: '{{from}} 至 {{to}}',
  named_other: '第 {{list}} 秒',
};

export const ago: Translation<typeof en.agoWords> = {
  now: '刚刚',
  minutes: '{{text}}\u00a0分钟前',
  hours: '{{text}}\u00a0小时前',
  days: '{{text}}\u00a0天前',
  said: { now: '刚刚', passed: '{{text}}', on: '{{day}}' },
};
