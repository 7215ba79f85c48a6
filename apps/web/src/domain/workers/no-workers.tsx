import type { Health } from '@plimsoll/contracts/health';
import { fewWorkersWords } from '@plimsoll/wording/en/few-workers';
import { Notice } from '../../ui/notice/notice.tsx';

/** No worker is online: somebody has to start one, unless pools at rest start theirs by themselves. */
export function NoWorkers({ state: { poolsScale } }: { state: Pick<Health, 'poolsScale'> }) {
  return poolsScale ? <Notice tone="even">{fewWorkersWords.atRest}</Notice> : <Notice tone="warn">{fewWorkersWords.none}</Notice>;
}
