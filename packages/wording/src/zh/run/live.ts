/** Text about watching runs, in Chinese. */
import type * as en from '../../en/run/live.ts';
import type { Translation } from '../../words.ts';

export const live: Translation<typeof en.liveWords> = {
  tooManyStreams: '你已同时观看 {{most}} 次运行，这是一个人的上限。请关闭一个显示实时运行的页面。',
};
