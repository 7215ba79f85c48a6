/** The words about percentiles of few times, in Chinese. */
import type * as en from '../../en/run/few-samples.ts';
import type { Translation } from '../../words.ts';

export const fewSamples: Translation<typeof en.fewSamplesWords> = {
  requests_other: '只有 {{text}} 个请求计时，{{percentiles}} 只能等于最大值：{{first}} 至少需要 {{needed}} 个才更有意义。',
  calls_other: '只有 {{text}} 次调用计时，{{percentiles}} 只能等于最大值：{{first}} 至少需要 {{needed}} 次才更有意义。',
  sockets_other: '只有 {{text}} 个连接计时，{{percentiles}} 只能等于最大值：{{first}} 至少需要 {{needed}} 个才更有意义。',
  times_other: '{{what}}：只有 {{text}} 次计时，{{percentiles}} 只能等于最大值。',
};
