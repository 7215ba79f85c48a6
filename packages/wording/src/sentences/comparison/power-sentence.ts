/** How small a change an experiment of two services at once will see, or could have seen. */

import { leastCalled } from '@plimsoll/contracts/design';
import type { Power } from '@plimsoll/contracts/power';
import { powerWords } from '../../en/comparison/claims.ts';
import { metricShortWords } from '../../en/names.ts';
import { formatChange, formatLeastChange } from '../../figures/share.ts';
import { formatLength } from '../../figures/time.ts';
import { paragraph } from '../list.ts';

/** Null: nothing is known of its noise. `detect`: the change that it is to find. */
export function powerSentence(power: Power | null, detect: number, over: boolean): string {
  if (!power) return over ? powerWords.unknownOver : powerWords.unknown;
  const { detectable, after, needed, from, of } = power;
  const change = formatChange(detectable).replace('+', '');
  const figures = {
    change: of ? powerWords.ofMetric({ change, metric: metricShortWords[of] }) : change,
    time: roughly(after),
    detect: formatLeastChange(detect),
    least: formatLeastChange(leastCalled(detect)),
  };
  const kind = detectable < leastCalled(detect) ? 'more' : detectable <= detect ? 'enough' : needed === null ? 'never' : 'needs';
  const said = (over ? powerWords.saw : powerWords.sees)[kind]({ ...figures, needed: roughly(needed ?? 0) });
  return from === null || over ? said : paragraph([said, powerWords.from[from]]);
}

/** Nobody plans for seconds beside minutes. */
function roughly(seconds: number): string {
  return formatLength(1000 * (seconds < 120 ? Math.ceil(seconds) : 60 * Math.ceil(seconds / 60)));
}
