import type { SharedContent, SharedPlan } from '@plimsoll/contracts/share';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { shared as sharedQuery } from '../../api/shares.ts';
import { formatDay, formatMoment } from '../../format/time.ts';
import { ComparisonView } from '../../ui/comparison/comparison-view.tsx';
import { EmptyState, Mark } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ErrorGroups } from '../../ui/run/error-groups.tsx';
import { LatencyTab } from '../../ui/run/latency-tab.tsx';
import { RatesChart } from '../../ui/run/run-charts.tsx';
import { SummaryTiles } from '../../ui/run/run-tiles.tsx';
import { planWords, verdictWords } from '../../ui/run/run-words.ts';
import { ThresholdTable } from '../../ui/run/threshold-table.tsx';
import { ValidityNotice } from '../../ui/run/validity-notice.tsx';
import { StateChip, ValidityChip } from '../../ui/state-chip.tsx';

/** What anybody with the link sees. Unknown, expired and revoked look the same. */
export function PublicPage() {
  const { t } = useTranslation();
  const { token } = useParams({ strict: false }) as { token: string };
  const { data, error, refetch } = useQuery(sharedQuery(token));
  usePageTitle(data?.content.title ?? t('public.title'));
  return (
    <main className="page" id="main">
      <div className="row" style={{ marginBlockEnd: 22 }}>
        <Mark />
        <b>Plimsoll</b>
        <span className="push small soft">
          {data && t('public.frozen', { made: formatDay(data.createdAt), until: formatDay(data.expiresAt) })}
        </span>
      </div>
      {error && isProblem(error, 'not_found') ? (
        <>
          <h1 className="sr-only">{t('public.goneTitle')}</h1>
          <EmptyState title={t('public.goneTitle')} text={t('public.goneText')} />
        </>
      ) : error ? (
        <ProblemNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <Content content={data.content} />
      ) : (
        <Loading rows={6} />
      )}
    </main>
  );
}

function Content({ content }: { content: SharedContent }) {
  const { t } = useTranslation();
  if (content.kind === 'comparison')
    return (
      <>
        <h1>{content.comparison.sentence}</h1>
        <div className="sub">{content.title}</div>
        <div className="grid2">
          <PlanCard title={t('compare.base')} plan={content.basePlan} colour="var(--planned)" />
          <PlanCard title={t('compare.candidate')} plan={content.candidatePlan} colour="var(--accent)" />
        </div>
        <ComparisonView result={content.comparison} />
      </>
    );
  return <SharedRun content={content} />;
}

function PlanCard({ title, plan, colour }: { title: string; plan: SharedPlan; colour: string }) {
  return (
    <div className="card pad">
      <div className="row tight">
        <span style={{ inlineSize: 10, blockSize: 10, borderRadius: 3, background: colour }} />
        <b>{title}</b> {plan.name}
      </div>
      <div className="sub small">
        <code>
          {plan.method} {plan.url}
        </code>{' '}
        · {planWords(plan)}
      </div>
    </div>
  );
}

function SharedRun({ content }: { content: Extract<SharedContent, { kind: 'run' }> }) {
  const { t } = useTranslation();
  const { run, plan, points, curve, versions } = content;
  const { lead, rest, tone } = verdictWords(run);
  const charts = { points, thresholds: plan.thresholds, errorStatuses: '4xx-5xx' as const };
  return (
    <>
      <div className="row">
        <h1>{content.title}</h1>
        <StateChip state={run.state} />
        {run.validity && <ValidityChip validity={run.validity} />}
      </div>
      <div className="sub">
        <code>
          {plan.method} {plan.url}
        </code>{' '}
        · {planWords(plan)}
        {run.startedAt && ` · ${formatMoment(run.startedAt)}`}
      </div>
      <div className="stack" style={{ marginBlockStart: 14, gap: 12 }}>
        <Notice tone={tone}>
          <b>{lead}</b> {rest}
        </Notice>
        <ValidityNotice validity={run.validity} />
      </div>
      {run.summary && <SummaryTiles summary={run.summary} thresholds={plan.thresholds} />}
      {plan.thresholds.length > 0 && (
        <div style={{ marginBlockStart: 14 }}>
          <ThresholdTable expressions={plan.thresholds} results={run.thresholds} live={false} />
        </div>
      )}
      <div style={{ marginBlockStart: 14 }}>
        <RatesChart {...charts} />
      </div>
      <LatencyTab summary={run.summary} curve={curve} charts={charts} />
      <ErrorGroups summary={run.summary} charts={charts} />
      {versions && (
        <p className="small soft">
          {t('public.versions', {
            plimsoll: versions.plimsoll,
            node: versions.node,
            undici: versions.undici,
            cpu: versions.cpuModel,
            cores: versions.cores,
          })}
        </p>
      )}
    </>
  );
}
