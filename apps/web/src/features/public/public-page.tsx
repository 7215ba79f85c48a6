import '../../i18n/app-text.ts';
import type { SharedComparison, SharedContent } from '@plimsoll/contracts/share';
import { worstValidity } from '@plimsoll/contracts/worst-validity';
import { formatDay, formatMoment } from '@plimsoll/wording/date';
import { namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import '../../i18n/comparison-text.ts';
import { shared as sharedQuery } from '../../api/shares.ts';
import { CallFigures, MessagesChart, MessageTimeCharts } from '../../domain/run/calls/lazy.ts';
import { RatesChart } from '../../domain/run/charts/rates-chart.tsx';
import { countedAs } from '../../domain/run/counted-as.ts';
import { FewSamples } from '../../domain/run/few-samples.tsx';
import { LatencyTab } from '../../domain/run/latency-tab.tsx';
import { ErrorGroups } from '../../domain/run/requests/error-groups.tsx';
import { summaryRows } from '../../domain/run/requests/request-rows.ts';
import { RequestTable, usePickedRequest } from '../../domain/run/requests/request-table.tsx';
import { SummaryTiles } from '../../domain/run/run-tiles.tsx';
import { planWords, verdictWords } from '../../domain/run/run-words.ts';
import { StateChip, ValidityChip } from '../../domain/run/state-chip.tsx';
import { RunStory } from '../../domain/run/story/run-story.tsx';
import { ThresholdTable } from '../../domain/run/threshold-table.tsx';
import { ValidityNotice } from '../../domain/run/validity-notice.tsx';
import { EmptyState, Mark } from '../../ui/notice/empty-state.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PlanCard, PlanRequests, PlanTarget } from './plan-card.tsx';
import { SharedFindings } from './shared-findings.tsx';

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
  if (content.kind === 'run') return <SharedRun content={content} />;
  return content.kind === 'comparison' ? <SharedArms content={content} /> : <SharedFindings content={content} />;
}

function SharedArms({ content }: { content: SharedComparison }) {
  const { t } = useTranslation();
  const { basePlan, candidatePlans, comparison, title } = content;
  const arms = [comparison.base, ...comparison.candidates];
  const several = candidatePlans.length > 1;
  const part = windowSentence(comparison);
  return (
    <>
      <h1>{comparison.sentence}</h1>
      <div className="sub">
        {title}
        {part && ` · ${part}`}
      </div>
      <div className="grid2">
        {[basePlan, ...candidatePlans].map((plan, at) => (
          <PlanCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an arm is its place
            key={at}
            title={at === 0 ? t('compare.base') : several ? String.fromCharCode(65 + at) : t('compare.candidate')}
            plan={plan}
            arm={at}
            validity={worstValidity((arms[at]?.runs ?? []).map(({ validity }) => validity))}
          />
        ))}
      </div>
      <ArmsView arms={namedArms(comparison)} />
    </>
  );
}

function SharedRun({ content }: { content: Extract<SharedContent, { kind: 'run' }> }) {
  const { t } = useTranslation();
  const { run, plan, points, curve, resources, versions } = content;
  const { lead, rest, tone } = verdictWords(run);
  const requests = run.summary && summaryRows(run.summary);
  const picked = usePickedRequest(requests);
  const counted = countedAs(plan);
  const charts = { points, thresholds: plan.thresholds, errorStatuses: '4xx-5xx' as const, counted, resources };
  return (
    <>
      <div className="row">
        <h1>{content.title}</h1>
        <StateChip state={run.state} />
        {run.validity && <ValidityChip validity={run.validity} />}
      </div>
      <div className="sub">
        <PlanTarget plan={plan} /> · {planWords(plan)}
        {run.startedAt && ` · ${formatMoment(run.startedAt)}`}
        <PlanRequests plan={plan} />
      </div>
      <div className="stack" style={{ marginBlockStart: 14, gap: 12 }}>
        <Notice tone={tone}>
          <b>{lead}</b> {rest}
        </Notice>
        <ValidityNotice validity={run.validity} />
      </div>
      {run.summary && <SummaryTiles summary={run.summary} thresholds={plan.thresholds} counted={counted} />}
      {run.summary && (
        <div className="small soft">
          <FewSamples count={run.summary.responseTime.count} of={counted.context ?? 'requests'} />
        </div>
      )}
      {plan.thresholds.length > 0 && (
        <div style={{ marginBlockStart: 14 }}>
          <ThresholdTable expressions={plan.thresholds} results={run.thresholds} live={false} />
        </div>
      )}
      <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
        {requests && <RequestTable table={requests} picked={picked} live={false} />}
        <RunStory story={content.story}>{(marks) => <RatesChart {...charts} request={picked} story={marks} />}</RunStory>
      </div>
      <LatencyTab summary={run.summary} curve={curve} charts={charts} />
      {run.summary?.grpc && (
        <Suspense fallback={<Loading rows={6} />}>
          <div className="grid2" style={{ alignItems: 'start' }}>
            <CallFigures grpc={run.summary.grpc} calls={run.summary.sent} durationMs={run.summary.durationMs} />
            <MessagesChart {...charts} />
            <MessageTimeCharts {...charts} lateness />
          </div>
        </Suspense>
      )}
      <ErrorGroups summary={run.summary} charts={charts} />
      {versions && (
        <p className="small soft">
          {t('public.versions', {
            plimsoll: versions.plimsoll,
            node: versions.node,
            client: versions.client,
            cpu: versions.cpuModel,
            cores: versions.cores,
          })}
        </p>
      )}
    </>
  );
}
