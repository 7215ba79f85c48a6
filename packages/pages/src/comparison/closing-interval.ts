/** How the always-valid interval of the median's change closes in while an experiment of two services at once goes on, and closed in once it is over. */

import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { leastCalled } from '@plimsoll/contracts/design';
import type { CoursePoint } from '@plimsoll/contracts/foreseen-power';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { metricShortWords } from '@plimsoll/wording/en/names';
import { formatChange, formatLeastChange } from '@plimsoll/wording/share';
import { formatClock } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { armLook } from '../chart/line-look.ts';
import { linePath, place } from '../chart/line-path.ts';

interface Props {
  readonly points: readonly CoursePoint[];
  /** The median that it is of; p50 of the response time where absent. */
  readonly of?: ComparedMetric | undefined;
  /** Relative: the change that is to be found. */
  readonly detect: number;
  /** Seconds of load that are planned in all. */
  readonly plannedSeconds: number;
  /** The candidate's place among the arms. */
  readonly arm: number;
  /** Its name, where there are several. */
  readonly name?: string | undefined;
}

/** Size of the drawing alone: the page stretches it. */
const [width, height] = [1000, 150];

export function ClosingInterval({ points, of = 'p50', detect, plannedSeconds, arm, name }: Props): ReactNode {
  const last = points.at(-1);
  if (!last) return null;
  const least = leastCalled(detect);
  const reach = Math.max(2.5 * detect, 1.3 * Math.abs(last.low), 1.3 * Math.abs(last.high));
  const end = Math.max(plannedSeconds, last.second);
  const x = (second: number) => (second / end) * width;
  // The first intervals reach far beyond the picture.
  const y = (change: number) => (height / 2) * (1 - Math.max(-1, Math.min(1, change / reach)));
  const course = (read: (point: CoursePoint) => number) => points.map((point) => [x(point.second), y(read(point))] as const);
  const area = linePath([...course(({ high }) => high), ...course(({ low }) => low).reverse()]);
  const across = (change: number) => `M0 ${place(y(change))}H${width}`;
  const [low, high] = [formatChange(last.low), formatChange(last.high)];
  const summary = claimsWords.closingSummary({ time: formatClock(last.second), low, high });
  const closing = claimsWords.closing({ metric: metricShortWords[of] });
  const title = name === undefined ? closing : `${name} · ${closing}`;
  const colour = armLook(arm).colour;
  return h(
    'figure',
    { className: 'pair-dots closing' },
    h('figcaption', null, h('b', null, title), ' ', h('span', { className: 'soft' }, summary)),
    h('span', { className: 'soft reach' }, formatChange(reach)),
    h(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${title}. ${summary}` },
      h('path', { className: 'held', d: `${area}Z`, fill: colour }),
      h('path', { className: 'zero', d: across(0) }),
      h('path', { className: 'least', d: across(least) + across(-least) }),
      h('path', { className: 'middle', d: linePath(course(({ middle }) => middle)), stroke: colour }),
    ),
    h('span', { className: 'soft reach' }, formatChange(-reach)),
    h('p', { className: 'soft' }, claimsWords.closingWhy({ limit: formatLeastChange(least), end: formatClock(end) })),
  );
}
