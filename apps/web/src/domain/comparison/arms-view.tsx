/** One base against one or more candidates: a verdict table each, then all arms in one picture. */
import '../../i18n/comparison-text.ts';
import { isOfMessages, isUnfolded } from '@plimsoll/contracts/compared-metric';
import type { Candidate } from '@plimsoll/contracts/comparison';
import { noiseSentence } from '@plimsoll/wording/arm-words';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { useTranslation } from 'react-i18next';
import { ArmDot } from './arm-dot.tsx';
import { ArmsOverview } from './arms-overview.tsx';
import { ComparabilityNotice } from './comparability-notice.tsx';
import { ComparisonCharts } from './comparison-charts.tsx';
import { DeltaTable } from './delta-table.tsx';
import { ErrorChanges } from './error-changes.tsx';
import { RequestTable } from './request-table.tsx';

interface Props {
  readonly arms: NamedArms;
  /** Leave the pictures out, as while runs are still being made. */
  readonly tablesOnly?: boolean;
  /** Leave out what is said of the noise floor, as where it is being measured. */
  readonly noiseSaid?: boolean;
}

export function ArmsView({ arms, tablesOnly = false, noiseSaid = false }: Props) {
  const { t } = useTranslation();
  const { base, candidates, noiseFloor, minimumEffect } = arms;
  const several = candidates.length > 1;
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      {several && <ArmsOverview arms={arms} />}
      {candidates.map(({ name, arm }, at) => (
        <section
          key={name}
          className="stack"
          style={{ gap: 10 }}
          aria-label={t('experiment.against', { candidate: name, base: base.name })}
        >
          {several && (
            <div className="row tight" style={{ marginBlockStart: 10 }}>
              <ArmDot arm={at + 1} />
              <h2>{t('experiment.against', { candidate: name, base: base.name })}</h2>
              <span className="soft">{arm.sentence}</span>
            </div>
          )}
          <ComparabilityNotice comparability={arm.comparability} />
          <DeltaTable
            metrics={arm.metrics.filter(({ metric }) => isUnfolded(metric))}
            minimumEffect={minimumEffect}
            label={several ? `${t('compare.table')}: ${name}` : t('compare.table')}
          />
          <MoreMetrics metrics={arm.metrics} minimumEffect={minimumEffect} name={several ? name : null} />
          <RequestTable requests={arm.byRequest} />
          <ErrorChanges errors={arm.errors} />
        </section>
      ))}
      {!noiseSaid && (
        <p className="small soft" style={{ margin: 0 }}>
          {noiseFloor === null ? t('compare.noiseUnknown') : noiseSentence(noiseFloor)}
        </p>
      )}
      {!tablesOnly && (
        <div style={{ marginBlockStart: -14 }}>
          <ComparisonCharts arms={arms} />
        </div>
      )}
    </div>
  );
}

type MoreProps = Pick<Candidate, 'metrics'> & { minimumEffect: number; name: string | null };

/** Metrics of messages stand open, as calls are made for them; other times are folded: they explain response time, and decide nothing. */
function MoreMetrics({ metrics, minimumEffect, name }: MoreProps) {
  const { t } = useTranslation();
  const parts = [
    { title: t('compare.ofMessages'), rows: metrics.filter(({ metric }) => isOfMessages(metric)), open: true },
    { title: t('compare.otherTimes'), rows: metrics.filter(({ metric }) => !isUnfolded(metric) && !isOfMessages(metric)), open: false },
  ];
  return parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows, open }) => (
      <details key={title} open={open}>
        <summary>{title}</summary>
        <DeltaTable metrics={rows} minimumEffect={minimumEffect} label={name === null ? title : `${title}: ${name}`} />
      </details>
    ));
}
