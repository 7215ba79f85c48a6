import type { ResourceFile } from '@plimsoll/contracts/resource-file';
import { toldMetrics } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import { resourceMetrics } from '@plimsoll/contracts/target-figures';
import { targetWords } from '@plimsoll/wording/en/target';
import { joined } from '@plimsoll/wording/list';
import { formatCount } from '@plimsoll/wording/number';
import { RatesChart } from '../../../domain/run/charts/rates-chart.tsx';

interface Props {
  readonly points: readonly Point[];
  readonly file: ResourceFile;
  readonly source: string;
}

/** The file's CPU over the run's requests per second: where both move together, the times are right. */
export function UploadPreview({ points, file, source }: Props) {
  const metrics = toldMetrics(file.points.map(({ figures }) => figures));
  const resources = {
    sources: [{ name: source, kind: 'upload' as const, cores: file.cores, quotaCores: null, metrics, problem: null }],
    points: file.points.map(({ second, figures }) => ({ second, source, ...figures })),
    resolutionSeconds: 1,
  };
  const told = resourceMetrics.filter((metric) => metrics.includes(metric)).map((metric) => targetWords.metric[metric]);
  return (
    <>
      <p className="small soft">
        {targetWords.preview({ count: file.points.length, text: formatCount(file.points.length), metrics: joined(told) })}{' '}
        {file.outside > 0 && targetWords.outside({ count: file.outside, text: formatCount(file.outside) })}
      </p>
      <RatesChart points={points} thresholds={[]} errorStatuses="4xx-5xx" counted={{}} resources={resources} />
    </>
  );
}
