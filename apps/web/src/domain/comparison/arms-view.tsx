/** One base against one or more candidates: a verdict table each, then all arms in one picture. */
import '../../i18n/comparison-text.ts';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { formatShare } from '@plimsoll/wording/number';
import { useTranslation } from 'react-i18next';
import './comparison.css';
import { armColours } from './arm-looks.ts';
import { ArmsOverview } from './arms-overview.tsx';
import { ComparabilityNotice } from './comparability-notice.tsx';
import { ComparisonCharts } from './comparison-charts.tsx';
import { DeltaTable } from './delta-table.tsx';
import { ErrorChanges } from './error-changes.tsx';
import type { NamedArm, NamedResult } from './named-arms.ts';
import { RequestTable } from './request-table.tsx';

interface Props {
  readonly baseName: string;
  readonly results: readonly NamedResult[];
  /** Leave the pictures out, as while runs are still being made. */
  readonly tablesOnly?: boolean;
  /** Leave out what is said of the noise floor, as where it is being measured. */
  readonly noiseSaid?: boolean;
}

export function ArmsView({ baseName, results, tablesOnly = false, noiseSaid = false }: Props) {
  const { t } = useTranslation();
  const first = results[0]?.result;
  if (!first) return null;
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      {results.length > 1 && <ArmsOverview baseName={baseName} results={results} />}
      {results.map(({ name, result }, at) => (
        <section key={name} className="stack" style={{ gap: 10 }} aria-label={t('experiment.against', { candidate: name, base: baseName })}>
          {results.length > 1 && (
            <div className="row tight" style={{ marginBlockStart: 10 }}>
              <span className="arm-dot" style={{ background: armColours[at + 1] }} />
              <h2>{t('experiment.against', { candidate: name, base: baseName })}</h2>
              <span className="soft">{result.sentence}</span>
            </div>
          )}
          <ComparabilityNotice comparability={result.comparability} />
          <DeltaTable result={result} {...(results.length > 1 ? { label: `${t('compare.table')}: ${name}` } : {})} />
          <RequestTable requests={result.byRequest} />
          <ErrorChanges errors={result.errors} />
        </section>
      ))}
      {!noiseSaid && (
        <p className="small soft" style={{ margin: 0 }}>
          {first.noiseFloor === null ? t('compare.noiseUnknown') : t('compare.noiseFloor', { share: formatShare(first.noiseFloor) })}
        </p>
      )}
      {!tablesOnly && (
        <div style={{ marginBlockStart: -14 }}>
          <ComparisonCharts arms={armsOf(baseName, results)} />
        </div>
      )}
    </div>
  );
}

function armsOf(baseName: string, results: readonly NamedResult[]): NamedArm[] {
  const figure = (result: ComparisonResult, name: 'p99' | 'throughput', side: 'base' | 'candidate') =>
    result.metrics.find((one) => one.metric === name)?.[side] ?? null;
  const arm = (name: string, result: ComparisonResult, side: 'base' | 'candidate'): NamedArm => ({
    name,
    arm: result[side],
    p99Us: figure(result, 'p99', side),
    throughput: figure(result, 'throughput', side),
  });
  const first = results[0];
  return [...(first ? [arm(baseName, first.result, 'base')] : []), ...results.map(({ name, result }) => arm(name, result, 'candidate'))];
}
