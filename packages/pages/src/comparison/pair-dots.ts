/** Two arms that ran at once: by how much the median response time of each second differs between them, a dot a second. */
import type { Point } from '@plimsoll/contracts/sample';
import { designWords } from '@plimsoll/wording/en/design';
import { formatChange } from '@plimsoll/wording/share';
import { formatClock } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { armLook } from '../chart/line-look.ts';
import { place } from '../chart/line-path.ts';

export type PairedPoint = Pick<Point, 'second' | 'warmup'> & { readonly responseTime: Pick<Point['responseTime'], 'p50Us'> };

interface Pair {
  readonly second: number;
  /** Relative. */
  readonly change: number;
}

interface Props {
  readonly base: readonly PairedPoint[];
  readonly candidate: readonly PairedPoint[];
  /** The candidate's place among the arms. */
  readonly arm: number;
}

/** Size of the drawing alone: the page stretches it. */
const [width, height] = [1000, 150];
/** The axis reaches so far at least, and at most a doubling. */
const [leastReach, mostReach] = [0.01, 1];

/** Seconds of which both arms know the median, the warm-up left out. */
export function pairSeconds(base: readonly PairedPoint[], candidate: readonly PairedPoint[]): Pair[] {
  const known = new Map(base.map(({ second, warmup, responseTime }) => [second, warmup ? null : responseTime.p50Us]));
  return candidate.flatMap(({ second, warmup, responseTime: { p50Us } }) => {
    const beside = known.get(second);
    return warmup || !beside || p50Us === null ? [] : [{ second, change: p50Us / beside - 1 }];
  });
}

export function PairDots({ base, candidate, arm }: Props): ReactNode {
  const pairs = pairSeconds(base, candidate);
  const [first, last] = [pairs[0]?.second ?? 0, pairs.at(-1)?.second ?? 0];
  if (pairs.length < 2) return null;
  // As far down as up: half as much lies as far from no change as twice as much.
  const wayOf = (change: number) => Math.log1p(change);
  const reach = Math.min(wayOf(mostReach), Math.max(wayOf(leastReach), ...pairs.map(({ change }) => Math.abs(wayOf(change)))));
  const x = (second: number) => place(((second - first) / (last - first)) * (width - 20) + 10);
  const y = (change: number) => place((height / 2) * (1 - Math.max(-1, Math.min(1, wayOf(change) / reach)) * 0.94));
  const above = pairs.filter(({ change }) => change > 0).length;
  const summary = designWords.pairsSummary({ above, count: pairs.length });
  const dots = pairs.map(({ second, change }) => `M${x(second)} ${y(change)}h0`).join('');
  return h(
    'figure',
    { className: 'pair-dots' },
    h('figcaption', null, h('b', null, designWords.pairs)),
    h('span', { className: 'soft reach' }, formatChange(Math.expm1(reach))),
    h(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${designWords.pairs}. ${summary}` },
      h('path', { className: 'zero', d: `M0 ${height / 2}H${width}` }),
      h('path', { className: 'dots', d: dots, stroke: armLook(arm).colour }),
    ),
    h('span', { className: 'soft reach' }, formatChange(Math.expm1(-reach))),
    h('p', { className: 'soft' }, `${summary} ${formatClock(first)}–${formatClock(last)}`),
  );
}
