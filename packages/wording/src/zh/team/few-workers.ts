/** Where no worker is online, or too few for a load, in Chinese. */
import type * as en from '../../en/team/few-workers.ts';
import type { Translation } from '../../words.ts';

export const fewWorkers: Translation<typeof en.fewWorkersWords> = {
  none: '没有工作进程在线：运行会在队列中等待。npm start 会自带一个；如果使用自己的 DATABASE_URL 和 PLIMSOLL_SECRET_KEY，请用 npm run worker 启动。',
  atRest: '没有工作进程在线：工作进程池处于休眠，运行需要时会自动启动。',
  willWait: '没有工作进程在线：运行会一直等到有工作进程为止。',
  willStart: '它的池处于休眠：运行需要时会启动工作进程，运行会等到它们就绪。',
  willStartMore: '需要 {{needed}} 个工作进程，目前 {{online}} 个在线：运行需要时，它的池会启动其余的。',
  planNeeds_other: '{{count}} 个工作进程在线，计划需要 {{needed}} 个：请启动更多，或减少发压端数量。',
  eachNeeds_other: '每次运行需要同时有 {{needed}} 个工作进程，目前 {{count}} 个在线。',
};
