import { armHead } from '@plimsoll/pages/arm-head';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { timeName } from '@plimsoll/pages/time-name';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import { connectionsWords } from '@plimsoll/wording/en/chart';
import { compareWords } from '@plimsoll/wording/en/comparison';
import type { NamedArm } from '@plimsoll/wording/named-arms';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import comparisonTableStyles from './comparison-table.module.css';
import { type EconomyFigures, openingTimes, sumEconomy } from './economy-figures.ts';

type EconomyRow = readonly [name: string, show: (economy: EconomyFigures) => string];

/** The cost in connections of each arm, over all its runs. */
export function Economy({ arms, counted }: { arms: readonly NamedArm[]; counted: CountedAs }) {
  const figures = arms.map(({ name, arm }) => ({ name, economy: sumEconomy(arm.runs.map((run) => run.summary)) }));
  const several = arms.some(({ arm }) => arm.runs.length > 1);
  const count = (figure: number | null) => (figure === null ? '–' : formatCount(figure));
  const rate = (perSecond: number | null) => formatRate(perSecond);
  const opening = (time: (typeof openingTimes)[number]): EconomyRow => {
    const ranges = figures.map(({ economy }) => economy.openingP50Us[time]);
    const write = timeColumn(ranges.flatMap((range) => (range ? [range.low, range.high] : [])));
    const show = ({ openingP50Us: { [time]: range } }: EconomyFigures) => {
      if (!range) return '–';
      const [low, high] = [write(range.low), write(range.high)];
      return low === high ? low : `${low} … ${high}`;
    };
    return [connectionsWords.timeP50({ time: timeName(time) }), show];
  };
  // A WebSocket is one connection.
  const ofKept: EconomyRow[] = [
    [connectionsWords.reused(counted), (one) => formatShare(one.reused)],
    [
      connectionsWords.perConnection(counted),
      (one) => (one.requestsPerConnection === null ? '–' : formatSignificant(one.requestsPerConnection)),
    ],
  ];
  const rows: EconomyRow[] = [
    [connectionsWords.opened, (one) => count(one.opened)],
    [connectionsWords.perSecond, (one) => rate(one.openedPerSecond)],
    ...(counted.context === 'sockets' ? [] : ofKept),
    [connectionsWords.handshakes, (one) => rate(one.handshakesPerSecond)],
    ...openingTimes.map(opening),
    [connectionsWords.most, (one) => count(one.most)],
    [connectionsWords.closedByPeer, (one) => count(one.closedByPeer)],
    [compareWords.requests(counted), (one) => formatCount(one.requests)],
    [compareWords.failures(counted), (one) => formatCount(one.failed)],
  ];
  // Without TLS or names to look up there is nothing to say of them.
  const shown = rows.filter(([, show]) => figures.some(({ economy }) => !['–', '0/s'].includes(show(economy))));
  return (
    <div className={arms.length > 3 ? comparisonTableStyles.economyWide : ''}>
      <DataTable
        label={compareWords.economy}
        rows={shown}
        rowKey={([name]) => name}
        columns={[
          { key: 'figure', head: compareWords.economy, headClass: 'of-arm', className: 'soft', cell: ([name]) => name },
          ...figures.map(
            ({ name, economy }, at): Column<EconomyRow> => ({
              key: `arm ${name}`,
              ...armHead(name),
              className: 'of-arm',
              numeric: true,
              cell: ([, show]) => (at === 0 ? show(economy) : <b>{show(economy)}</b>),
            }),
          ),
        ]}
        foot={several && <div className="small soft">{compareWords.economyRuns}</div>}
      />
    </div>
  );
}
