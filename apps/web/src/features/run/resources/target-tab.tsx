import { Button } from '@mantine/core';
import { type ResourceSource, type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { ResourceMetric } from '@plimsoll/contracts/target-figures';
import { formatBytes } from '@plimsoll/wording/bytes';
import { targetWords } from '@plimsoll/wording/en/target';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../../../api/later.ts';
import type { ChartRow, Series } from '../../../charts/types.ts';
import { TimeChartCard } from '../../../ui/time-chart-card.tsx';
import { SourceTable } from './source-table.tsx';

const UploadDialog = later(() => import('./upload-dialog.tsx'), 'UploadDialog');

interface Props {
  readonly run: Run;
  readonly points: readonly Point[];
  readonly resources: Resources;
}

const charts: readonly { readonly metric: ResourceMetric; readonly format: (value: number) => string; readonly least?: number }[] = [
  { metric: 'cpu', format: formatShare },
  { metric: 'busiestThread', format: formatShare },
  { metric: 'waitedForCore', format: formatShare },
  { metric: 'memoryBytes', format: formatBytes, least: 1000 },
  { metric: 'memoryShare', format: formatShare },
  { metric: 'diskBytesPerSecond', format: (value) => `${formatBytes(value)}/s`, least: 1000 },
  { metric: 'diskShare', format: formatShare },
  { metric: 'openSockets', format: formatSignificant },
  { metric: 'threads', format: formatSignificant },
];
const dashes = [undefined, '6 3', '2 2', '8 2 2 2'];
const colours = ['var(--cpu)', 'var(--accent)', 'var(--e2)', 'var(--e3)'];

/** The target's own resources, and who told them. */
export function TargetTab({ run, points, resources }: Props) {
  const [uploading, setUploading] = useState(false);
  return (
    <div style={{ marginBlockStart: 14 }}>
      <div className="row tight" style={{ marginBlockEnd: 12 }}>
        <Button leftSection={<IconUpload size={15} aria-hidden />} onClick={() => setUploading(true)} disabled={run.startedAt === null}>
          {targetWords.upload}
        </Button>
      </div>
      <SourceTable resources={resources} points={points} />
      <div className="grid2">
        {charts.map((chart) => (
          <MetricChart key={chart.metric} {...chart} resources={resources} />
        ))}
      </div>
      {uploading && (
        <Suspense fallback={null}>
          <UploadDialog run={run} points={points} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The most of all cores, and of what a container may use where its source tells a quota. */
function cpuSummary(most: number, { cores, quotaCores }: ResourceSource): string {
  if (cores === null) return targetWords.most({ most: formatShare(most) });
  const busy = { most: formatShare(most), busy: formatSignificant(most * cores), cores: formatSignificant(cores) };
  if (quotaCores === null) return targetWords.mostOfCores(busy);
  const figures = { ...busy, share: formatShare((most * cores) / quotaCores), quota: formatSignificant(quotaCores) };
  return targetWords.mostOfQuota(figures);
}

function MetricChart({ metric, format, least = 1, resources }: (typeof charts)[number] & { resources: Resources }) {
  const sources = sourcesOf(resources, metric).slice(0, dashes.length);
  if (sources.length === 0) return null;
  const series = sources.map(({ name }, at): Series => {
    const dash = dashes[at];
    return { key: `s${at}`, name, colour: colours[at] ?? 'var(--e5)', ...(dash ? { dash } : {}) };
  });
  const bySecond = new Map<number, Record<string, number>>();
  for (const point of resources.points) {
    const at = sources.findIndex(({ name }) => name === point.source);
    const value = point[metric];
    if (at >= 0 && value !== null) bySecond.set(point.second, { ...bySecond.get(point.second), [`s${at}`]: value });
  }
  const rows = [...bySecond].sort(([a], [b]) => a - b).map(([x, values]): ChartRow => ({ ...values, x }));
  const mostOf = (...keys: string[]) => rows.reduce((high, row) => Math.max(high, ...keys.map((key) => row[key] ?? 0)), 0);
  const most = mostOf(...series.map(({ key }) => key));
  const [first] = sources;
  return (
    <TimeChartCard
      id={metric}
      title={targetWords.metric[metric]}
      summary={metric === 'cpu' && first ? cpuSummary(mostOf('s0'), first) : targetWords.most({ most: format(most) })}
      series={series}
      rows={rows}
      format={format}
      group="run"
      least={least}
    />
  );
}
