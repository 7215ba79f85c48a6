/** One limit for several seconds, or for several runs of one plan. */
import type { RunLimit } from '@plimsoll/contracts/limit';

/** One limit explains them if it explains most; else several held the load back, in turns. */
const mostShare = 0.6;

/** The limit of most of these; not known where none is. */
export function commonLimit(limits: readonly RunLimit[]): RunLimit {
  const counts = new Map<RunLimit, number>();
  for (const limit of limits) counts.set(limit, (counts.get(limit) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= mostShare * limits.length ? most[0] : 'unknown';
}
