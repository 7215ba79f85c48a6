import type { Story } from '@plimsoll/contracts/story';
import { lineLooks } from '@plimsoll/pages/line-look';
import { OverloadNote, overloadSentence } from '@plimsoll/pages/story-parts';
import { chartWords } from '@plimsoll/wording/en/chart';
import { storyWords } from '@plimsoll/wording/en/run';
import { formatPlain } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { LoadCurveChart } from '../../../charts/lazy.ts';
import type { Series } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';

/** Fewer steps make no line: the load was the same all the time. */
const leastSteps = 3;

/** Does the target shed load or slow everybody down? Good answers and their p95 against the planned rate. */
export function OverloadChart({ story }: { story: Story }) {
  const { overload, ceilingPerSecond } = story;
  if (!overload || ceilingPerSecond === null) return null;
  const summary = overloadSentence(story) ?? '';
  const rows = overload.curve.map(({ plannedPerSecond, goodPerSecond, p95Us }) => ({
    x: plannedPerSecond,
    good: goodPerSecond,
    planned: plannedPerSecond,
    p95: p95Us,
  }));
  if (rows.length < leastSteps) return <OverloadNote story={story} />;
  const unit = timeUnit(rows.map(({ p95 }) => p95));
  const formatTime = (us: number) => formatUs(us, unit);
  const time: Series = { key: 'p95', name: storyWords.p95, ...lineLooks.p95, format: formatTime };
  const rates: Series[] = [
    { key: 'good', name: storyWords.goodRate, ...lineLooks.done },
    { key: 'planned', name: chartWords.planned, ...lineLooks.planned },
  ];
  return (
    <ChartCard
      id="overload"
      title={storyWords.shedOrSlow}
      summary={summary}
      series={[...rates, time]}
      rows={rows}
      format={formatRate}
      formatX={formatRate}
      xLabel={chartWords.planned}
      height={220}
    >
      <LoadCurveChart rows={rows} rates={rates} time={time} format={formatPlain} formatTime={formatTime} ceiling={ceilingPerSecond} />
    </ChartCard>
  );
}
