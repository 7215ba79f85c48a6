/** Text of the sample pair that a team with nothing of its own is shown, in Chinese. */
import type * as en from '../en/sample.ts';
import type { Translation } from '../words.ts';

export const sample: Translation<typeof en.sampleWords> = {
  sample: '示例',
  text: '内置演示目标的两次运行，一次用长连接，一次不用，由 Plimsoll 的作者于 {{day}} 测得。它们不计入你团队的任何数据。',
  share: '以分享页面查看对比',
  base: '查看用长连接的运行',
  candidate: '查看不用长连接的运行',
  remove: '移除示例',
};
