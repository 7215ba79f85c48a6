import { isUnconnected, judgeFailure } from '@plimsoll/contracts/failure';
import type { SharedComparison, SharedContent } from '@plimsoll/contracts/share';
import { worstValidity } from '@plimsoll/contracts/worst-validity';
import { formatDay, formatMoment } from '@plimsoll/wording/date';
import { publicWords } from '@plimsoll/wording/en/app';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { comparisonSentence, namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isProblem } from '../../api/client.ts';
import { shared as sharedQuery } from '../../api/shares.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { CallFigures, MessagesChart, MessageTimeCharts } from '../../domain/run/calls/lazy.ts';
import { RatesChart } from '../../domain/run/charts/rates-chart.tsx';
import { countedAs } from '../../domain/run/counted-as.ts';
import { ErrorGroups } from '../../domain/run/error-groups.tsx';
import { FewSamples } from '../../domain/run/few-samples.tsx';
import { LatencyTab } from '../../domain/run/latency-tab.tsx';
import { summaryRows } from '../../domain/run/requests/request-rows.ts';
import { RequestTable, usePickedRequest } from '../../domain/run/requests/request-table.tsx';
import { planWords, verdictPhrase } from '../../domain/run/run-words.ts';
import { StateChip, ValidityChip } from '../../domain/run/state-chip.tsx';
import { RunStory } from '../../domain/run/story/run-story.tsx';
import { SummaryTiles } from '../../domain/run/summary-tiles.tsx';
import { ThresholdTable } from '../../domain/run/threshold-table.tsx';
import { ValidityNotice } from '../../domain/run/validity-notice.tsx';
import { EmptyState, Mark } from '../../ui/notice/empty-state.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PlanCard, PlanRequests, PlanTarget } from './plan-card.tsx';
import { SharedFindings } from './shared-findings.tsx';

/** The page for anybody with the link. Unknown, expired and revoked look the same. */
export function PublicPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const { data, error, refetch } = useQuery(sharedQuery(token));
  usePageTitle(data?.content.title ?? publicWords.title);
  return (
    <main className="page" id="main">
      <div className="row" style={{ marginBlockEnd: 22 }}>
        <Mark />
        <b>Plimsoll</b>
        <span className="push small soft">
          {data && publicWords.frozen({ made: formatDay(data.createdAt), until: formatDay(data.expiresAt) })}
        </span>
      </div>
      {error && isProblem(error, 'not_found') ? (
        <>
          <h1 className="sr-only">{publicWords.goneTitle}</h1>
          <EmptyState title={publicWords.goneTitle} text={publicWords.goneText} />
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
  const { basePlan, candidatePlans, comparison, title } = content;
  const arms = [comparison.base, ...comparison.candidates];
  const several = candidatePlans.length > 1;
  const part = windowSentence(comparison);
  return (
    <>
      <h1>{comparisonSentence(comparison)}</h1>
      <div className="sub">
        {title}
        {part && ` · ${part}`}
      </div>
      <div className="grid2">
        {[basePlan, ...candidatePlans].map((plan, at) => (
          <PlanCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an arm is its place
            key={at}
            title={at === 0 ? compareWords.base : several ? String.fromCharCode(65 + at) : compareWords.candidate}
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
  const { run, plan, points, curve, resources, versions } = content;
  const { lead, rest, tone } = verdictPhrase(run);
  const requests = run.summary && summaryRows(run.summary);
  const picked = usePickedRequest(requests);
  const counted = countedAs(plan);
  // A share does not name the file that it was imported from, but that nobody watched its generator.
  const imported = run.validity?.stamp === 'unwatched';
  const withoutService = imported || run.summary?.serviceTime.count === 0;
  const charts = { points, thresholds: plan.thresholds, errorStatuses: '4xx-5xx' as const, counted, resources, withoutService };
  const answered = judgeFailure(run.summary) !== 'unanswered';
  return (
    <>
      <div className="row">
        <h1>{content.title}</h1>
        <StateChip run={run} />
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
        {run.summary && isUnconnected(run.summary) ? null : <ValidityNotice validity={run.validity} />}
      </div>
      {run.summary && <SummaryTiles summary={run.summary} plan={plan} counted={counted} imported={imported} />}
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
        {answered && (
          <RunStory story={content.story} validity={run.validity}>
            {(marks) => <RatesChart {...charts} request={picked} story={marks} />}
          </RunStory>
        )}
      </div>
      {answered && <LatencyTab summary={run.summary} curve={curve} charts={charts} />}
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
          {publicWords.versions({
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
