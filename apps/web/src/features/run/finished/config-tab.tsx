import '../../../i18n/unreadable-text.ts';
import '../../../i18n/run-text.ts';
import type { Run } from '@plimsoll/contracts/run';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatMoment } from '@plimsoll/wording/date';
import { clientName } from '@plimsoll/wording/names';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { LoadingCard } from '../../../ui/notice/loading.tsx';
import styles from './config-tab.module.css';
import { PlannedRequests } from './planned-requests.tsx';

const CallCard = lazy(() => import('./calls/call-card.tsx').then((module) => ({ default: module.CallCard })));
/** About as tall as it is. */
const callCardPx = 200;

/** Exactly what ran, and on what. */
export function ConfigTab({ run }: { run: Run }) {
  const { t } = useTranslation();
  const [yaml, setYaml] = useState('');
  useEffect(() => {
    const { unreadable: _, ...plan } = run.plan;
    void import('@plimsoll/contracts/plan-yaml').then(({ planToYaml }) => setYaml(planToYaml(plan)));
  }, [run.plan]);
  const title = t(run.plan.unreadable ? 'unreadable.known' : 'config.plan');
  return (
    <div className="grid2">
      {/* Of an imported run the plan is not known. */}
      {!run.source && (
        <section className="card" aria-label={title}>
          <div className="row pad" style={{ paddingBlockEnd: 0 }}>
            <h2>{title}</h2>
            <span className="push">
              <CopyButton text={yaml} label={t('config.copy')} />
            </span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <pre className={styles.planText} tabIndex={0}>
            {yaml}
          </pre>
        </section>
      )}
      <div className="stack" style={{ gap: 14, alignContent: 'start' }}>
        <PlannedRequests plan={run.plan} />
        {run.plan.target?.grpc && !run.source && (
          <Suspense fallback={<LoadingCard height={callCardPx} />}>
            <CallCard call={run.plan.target.grpc} />
          </Suspense>
        )}
        <section className="card pad" aria-label={t('config.environment')}>
          <h2 style={{ marginBlockEnd: 12 }}>{t('config.environment')}</h2>
          <EnvironmentList run={run} />
        </section>
      </div>
    </div>
  );
}

function EnvironmentList({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { environment } = run;
  const rows: [string, string][] = [
    [t('config.runId'), run.id],
    [t('config.attempt'), String(run.attempt)],
    [t('config.created'), formatMoment(run.createdAt)],
    [t('config.started'), run.startedAt ? formatMoment(run.startedAt) : '–'],
    [t('config.ended'), run.endedAt ? formatMoment(run.endedAt) : '–'],
    [t('config.endReason'), run.endReason ? t(`endReason.${run.endReason}`) : '–'],
    ...(environment
      ? ([
          [t('config.worker'), `${environment.worker} (${environment.hostname})`],
          [t('config.cpu'), t('config.cores', { model: environment.cpuModel, count: environment.cores })],
          [t('config.threads'), String(environment.threads)],
          [t('config.memory'), formatBytes(environment.memoryBytes)],
          ...(environment.lineBitsPerSecond ? [[t('config.line'), t('config.mbit', { mbit: environment.lineBitsPerSecond / 1e6 })]] : []),
          [t('config.kernel'), environment.kernel],
          ['Node.js', environment.node],
          [t('config.client'), clientName(environment)],
          ['Plimsoll', environment.plimsoll],
        ] as [string, string][])
      : []),
  ];
  return <KeyValues rows={rows} />;
}
