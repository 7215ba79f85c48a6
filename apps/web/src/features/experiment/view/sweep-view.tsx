import { SegmentedControl } from '@mantine/core';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { mapMetrics, SweepMap, shownMetrics } from '@plimsoll/pages/sweep-map';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { sweepAxes } from '@plimsoll/wording/sweep-axes';
import { z } from 'zod';
import { Notice } from '../../../ui/notice/notice.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import { sweepFinding } from './sweep-finding.ts';
import { SweepVariants } from './sweep-variants.tsx';
import { TokenCurves } from './token-curves.tsx';

const searchSchema = z.object({ metric: z.enum(mapMetrics).catch('throughput') });

/** The map of a sweep, its knee, and every figure behind it. */
export function SweepView({ experiment }: { experiment: Experiment }) {
  const [search, change] = useSearchState(searchSchema);
  const variants = experiment.variants.map(({ name }, at) => ({ name, ...listVariantFigures(experiment, at) }));
  const map = sweepAxes(experiment.variants);
  const shown = shownMetrics(variants);
  // An address may name one that this sweep does not tell (any more): p99 of streams.
  const metric = shown.find(({ value }) => value === search.metric)?.value ?? 'throughput';
  const knee = experiment.knee?.variant ?? null;
  const finding = sweepFinding(experiment);
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      {finding && (
        <Notice tone={finding.failed ? 'warn' : 'calm'}>
          <b>{finding.lead}</b> {finding.more} {experiment.state === 'completed' && finding.course}
        </Notice>
      )}
      {map && (
        <SweepMap map={map} variants={variants} knee={knee} metric={metric} unknown="…">
          <SegmentedControl
            className="push"
            size="xs"
            aria-label={experimentWords.mapMetric}
            value={metric}
            onChange={(next) => change({ metric: next === 'throughput' ? undefined : next })}
            data={shown}
          />
        </SweepMap>
      )}
      <TokenCurves experiment={experiment} />
      <SweepVariants experiment={experiment} variants={variants} knee={knee} />
    </div>
  );
}
