import type { Experiment } from '@plimsoll/contracts/experiment';
import { lineLooks } from '@plimsoll/pages/line-look';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { variantFigure } from '@plimsoll/wording/experiment-figures';
import { paragraph } from '@plimsoll/wording/list';
import { formatCount, formatPlain } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { LoadCurveChart } from '../../../charts/lazy.ts';
import type { Series } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';

/** Fewer settings make no line. */
const leastSettings = 3;
const times = [
  { key: 'ttft', metric: 'firstTokenTime.p95', title: 'tokensByTtft', name: 'ttftP95', look: lineLooks.p95 },
  { key: 'itl', metric: 'interTokenTime.p95', title: 'tokensByItl', name: 'itlP95', look: lineLooks.p99 },
] as const;

/** The users at once of a closed load, the streams a second of an open one. */
function sizeOf(one: Experiment['variants'][number] | undefined): number | null {
  const load = one?.plan.load;
  return (load?.model === 'closed' ? load.connections : load?.rate) ?? null;
}

/**
 * A language model asked by more and more users at once: its tokens a second, which stop growing, against the times to the first token and between
 * two, which do not. Nothing where a sweep changes more than the users, or met no tokens.
 */
export function TokenCurves({ experiment }: { experiment: Experiment }) {
  const rows = experiment.variants
    .map((one, at) => ({
      x: sizeOf(one),
      tokens: variantFigure(experiment, at, 'tokensPerSecond'),
      ttft: variantFigure(experiment, at, 'firstTokenTime.p95'),
      itl: variantFigure(experiment, at, 'interTokenTime.p95'),
    }))
    .flatMap(({ x, ...figures }) => (x === null || figures.tokens === null ? [] : [{ x, ...figures }]))
    .toSorted((a, b) => a.x - b.x);
  if (rows.length < leastSettings || new Set(rows.map(({ x }) => x)).size < rows.length) return null;
  // One of requests says nothing of tokens: an earlier version found it.
  const { code, variant } = experiment.knee ?? {};
  const kneeAt = code?.tokens && variant !== undefined ? sizeOf(experiment.variants[variant]) : null;
  const most = Math.max(...rows.map(({ tokens }) => tokens ?? 0));
  const isClosed = experiment.variants.every(({ plan }) => plan.load.model === 'closed');
  const xLabel = isClosed ? experimentWords.usersAtOnce : experimentWords.streamsPerSecond;
  const tokens: Series = { key: 'tokens', name: experimentWords.tokensPerSecond, ...lineLooks.done };
  const summary = experimentWords.tokensMost[isClosed ? 'connections' : 'rate']({
    most: formatPlain(most),
    where: formatCount(rows.find((row) => row.tokens === most)?.x ?? 0),
  });
  return times.map(({ key, title, name, look }) => {
    const unit = timeUnit(rows.map((row) => row[key]));
    const format = (us: number) => formatUs(us, unit);
    const time: Series = { key, name: experimentWords[name], ...look, format };
    const [atKnee, last] = [rows.find(({ x }) => x === kneeAt), rows.at(-1)];
    const [kneeUs, lastUs] = [atKnee?.[key], last?.[key]];
    const told =
      atKnee && last && kneeUs != null && lastUs != null
        ? experimentWords.tokensKnee({
            where: formatCount(atKnee.x),
            name: experimentWords[name],
            time: format(kneeUs),
            last: formatCount(last.x),
            lastTime: format(lastUs),
          })
        : null;
    return (
      <ChartCard
        key={key}
        id={`tokens-${key}`}
        title={experimentWords[title]}
        summary={paragraph([summary, told])}
        series={[tokens, time]}
        rows={rows}
        format={formatRate}
        formatX={formatCount}
        xLabel={xLabel}
        height={220}
      >
        <LoadCurveChart
          rows={rows}
          rates={[tokens]}
          time={time}
          format={formatPlain}
          formatTime={format}
          ceiling={most}
          knee={atKnee && { x: atKnee.x, name: experimentWords.knee }}
        />
      </ChartCard>
    );
  });
}
