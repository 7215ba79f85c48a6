/** From which setting of a sweep on the first token, or message, of a stream comes later. */
import type { FirstLater } from '@plimsoll/contracts/experiment-remark';
import { readStream } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { laterFrom } from '@plimsoll/statistics/later-from';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { bestLine, meanOf, summariesOf, type Variants } from './sweep-line.ts';

/** Of fewer streams a p95 is the second highest of them, or the highest. */
const leastStreams = 20;
/** An exchange of one message has no first one: its time is the response time. */
const leastMessages = 3;

/** On the line whose knee is looked for. Null where it does not, and where there are no streams. */
export function sweepLater(variants: Variants, steps: readonly StepRow[]): FirstLater | null {
  const line = bestLine(variants, steps);
  if (!line) return null;
  const of = line.tokens ? 'token' : 'message';
  const levels = line.points.flatMap(({ variant, setting }) => {
    const p95Us = meanOf(summariesOf(steps, variant).map((summary) => firstP95(summary, of)));
    return p95Us === null ? [] : [{ setting, p95Us }];
  });
  const from = laterFrom(levels.map(({ p95Us }) => p95Us));
  const [before, first, last] = from === null ? [] : [levels[from - 1], levels[from], levels.at(-1)];
  if (!before || !first || !last) return null;
  return { of, from: first.setting, before: before.setting, beforeUs: before.p95Us, last: last.setting, lastUs: last.p95Us };
}

function firstP95(summary: Summary, of: FirstLater['of']): number | null {
  const stream = readStream(summary);
  if (!stream || summary.requests < leastStreams) return null;
  if (of === 'token') return stream.tokens?.firstTokenTime.p95Us ?? null;
  return stream.messagesReceived < leastMessages * summary.requests ? null : (stream.firstMessageTime.p95Us ?? null);
}
