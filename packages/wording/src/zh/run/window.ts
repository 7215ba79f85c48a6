/** Text about a window of seconds, in Chinese. */
import type * as en from '../../en/run/window.ts';
import type { Translation } from '../../words.ts';

export const chosenWindow: Translation<typeof en.chosenWindowWords> = {
  choose: '放大时间段',
  title: '时间段',
  from: '第一秒',
  to: '最后一秒',
  of: '{{from}} 至 {{to}}，共 {{total}}',
  whole: '整次运行',
  isWhole: '现在显示的就是整次运行。',
  lead: '{{from}} 至 {{to}}：',
  rest: '以下数据、表格和图表属于这个时间段。结论、阈值和有效性属于整次运行。',
};
