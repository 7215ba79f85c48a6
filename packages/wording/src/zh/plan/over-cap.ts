/** A plan that asks for more than a run may, in Chinese. */
import type * as en from '../../en/plan/over-cap.ts';
import type { Translation } from '../../words.ts';

export const overCap: Translation<typeof en.overCapWords> = {
  message: '{{what}}：{{got}} 超过上限 {{cap}}。',
  allowed: '最多 {{cap}}',
  connections: '连接数',
  rate: '每秒请求数',
  duration: '时长',
  requests: '请求数',
  timeout: '超时',
};
