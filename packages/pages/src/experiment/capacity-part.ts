/** The rate that a capacity search found; the rates that led to it. */
import type { Capacity } from '@plimsoll/contracts/experiment';
import { experimentWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { formatRate } from '@plimsoll/wording/rate';
import { hasHeld, tryResult } from '@plimsoll/wording/try-words';
import { createElement as h, type ReactNode } from 'react';
import { Chip, type Mark } from '../chip.ts';
import { rateFigure } from '../run/tile.ts';

interface Props {
  readonly capacity: Capacity | null;
  readonly thresholds: readonly string[];
  readonly sentence?: string | undefined;
  /** The sentence where it stands above. */
  readonly said?: string;
  /** Its finding may still change. */
  readonly underWay?: boolean;
  /** The tries as a picture. */
  readonly picture?: ReactNode;
  /** Their table. */
  readonly children?: ReactNode;
}

export function CapacityPart({ capacity, thresholds, sentence, said, underWay = false, picture, children }: Props): ReactNode {
  const interval = capacity?.interval;
  const conditions = thresholds.map((threshold) => h('li', { key: threshold }, h('code', null, threshold)));
  return h(
    'div',
    { className: 'capacity' },
    h(
      'section',
      { className: 'card pad', 'aria-label': experimentWords.capacity },
      h('div', { className: 'tile-label' }, experimentWords.capacity),
      drawRate(capacity, underWay),
      interval &&
        !(sentence ?? said)?.includes(formatRate(interval.high)) &&
        h('div', { className: 'soft num' }, experimentWords.interval({ low: formatRate(interval.low), high: formatRate(interval.high) })),
      capacity && capacity.rate !== null && !underWay && drawSureness(capacity.confirmed),
      sentence && h('p', { className: 'soft' }, sentence),
      conditions.length > 0 && h('div', { className: 'tile-label capacity-must' }, newExperimentWords.thresholds),
      conditions.length > 0 && h('ul', { className: 'parts' }, conditions),
    ),
    picture && h('div', { className: 'pictures' }, drawPicture(picture)),
    children,
  );
}

function drawPicture(picture: ReactNode): ReactNode {
  const title = experimentWords.tried;
  return h('section', { className: 'card pad', 'aria-label': title }, h('h2', null, title), picture);
}

function drawRate(capacity: Props['capacity'], underWay: boolean): ReactNode {
  if (capacity?.rate == null)
    return h('div', { className: 'capacity-none' }, capacity && !underWay ? noRate(capacity) : experimentWords.capacityNone);
  const { value, unit } = rateFigure(capacity.rate);
  return h('div', { className: 'capacity-figure' }, value, h('small', null, unit));
}

/** A target that broke at the lowest rate is slower than that; where something else was the limit nothing is known of it. */
function noRate({ code }: Capacity): string {
  return code?.finding.kind === 'brokeAlways'
    ? experimentWords.capacityBelow({ rate: formatRate(code.finding.broke) })
    : experimentWords.capacityUnknown;
}

function drawSureness(confirmed: boolean): ReactNode {
  const mark: Mark = confirmed
    ? { tone: 'good', icon: 'check', word: experimentWords.confirmed }
    : { tone: 'warn', icon: 'question', word: experimentWords.unconfirmed };
  return h(
    'div',
    { className: 'row tight capacity-sureness' },
    h(Chip, { mark }),
    confirmed && h('span', { className: 'small soft' }, experimentWords.confirmedWhy),
  );
}

/** How many of the rates held, how many did not, and how many count for nothing. */
export function triesSummary(tries: readonly Parameters<typeof hasHeld>[0][]): string {
  const held = tries.map(hasHeld);
  const aside = tries.filter((one) => hasHeld(one) === null && tryResult(one) !== null).length;
  const counts = experimentWords.triedSummary({
    held: held.filter((one) => one === true).length,
    broke: held.filter((one) => one === false).length,
  });
  return aside === 0 ? counts : `${counts} ${experimentWords.triedAside({ count: aside })}`;
}
