/** Text of traces of single requests, in the launch form, in Chinese. */
import type * as en from '../../en/plan/tracing-form.ts';
import type { Translation } from '../../words.ts';

export const tracingForm: Translation<typeof en.tracingFormWords> = {
  share: '带跟踪的请求，%',
  shareWhat: '这个比例的请求各带一个自己的 traceparent，并标记为要记录。运行页面把其中最慢的链接到“团队 → 跟踪”下的地址。',
  none: '无',
};
