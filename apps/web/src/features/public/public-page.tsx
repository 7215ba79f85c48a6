import { isProblem } from '@plimsoll/client/api-problem';
import { readStream } from '@plimsoll/contracts/sample';
import type { SharedContent } from '@plimsoll/contracts/share';
import { ComparisonArticle } from '@plimsoll/pages/comparison-article';
import { ExperimentArticle } from '@plimsoll/pages/experiment-article';
import { summaryRows } from '@plimsoll/pages/request-rows';
import { isWithoutService, RunArticle, type SharedRun as SharedRunContent } from '@plimsoll/pages/run-article';
import { countedAs } from '@plimsoll/wording/counted-as';
import { formatDay, formatMoment } from '@plimsoll/wording/date';
import { publicWords } from '@plimsoll/wording/en/app';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useLayoutEffect } from 'react';
import { shared as sharedQuery } from '../../api/shares.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { TriesPicture } from '../../domain/experiment/tries-picture.tsx';
import { ErrorsChart } from '../../domain/run/charts/errors-chart.tsx';
import { LatencyCharts } from '../../domain/run/charts/latency-chart.tsx';
import { RatesChart } from '../../domain/run/charts/rates-chart.tsx';
import { CurveCard } from '../../domain/run/latency-tab.tsx';
import { RegionChart } from '../../domain/run/regions/lazy.ts';
import { usePickedRequest, useRequestControls } from '../../domain/run/requests/request-table.tsx';
import { listBands, listMarks } from '../../domain/run/story/chart-story.ts';
import { OverloadChart } from '../../domain/run/story/overload-chart.tsx';
import { MessagesChart, MessageTimeCharts, TokensChart } from '../../domain/run/streams/lazy.ts';
import { inTooltip } from '../../ui/definition.tsx';
import { Hints } from '../../ui/hints.tsx';
import { EmptyState, Mark } from '../../ui/notice/empty-state.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

/** The page for anybody with the link. Unknown, expired and revoked look the same. */
export function PublicPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const { data, error, refetch } = useQuery(sharedQuery(token));
  usePageTitle(data?.content.title ?? publicWords.title);
  const gone = isProblem(error, 'not_found');
  // Until now the same stood here as the server wrote it, which stays where no answer comes.
  useLayoutEffect(() => {
    if (data || gone) document.getElementById('first')?.remove();
  }, [data, gone]);
  return (
    <main className="page" id="main">
      <div className="row" style={{ marginBlockEnd: 22 }}>
        <Mark />
        <b>Plimsoll</b>
        <span className="push small soft">
          {data &&
            (data.sample
              ? publicWords.sample({ made: formatDay(data.createdAt) })
              : publicWords.frozen({ made: formatDay(data.createdAt), until: formatDay(data.expiresAt) }))}
        </span>
      </div>
      {gone ? (
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
      <Hints />
    </main>
  );
}

function Content({ content }: { content: SharedContent }) {
  if (content.kind === 'run') return <SharedRun content={content} />;
  const arms = sharedArms(content);
  if (content.kind === 'experiment') {
    const { kind, tries, capacity } = content.experiment;
    return (
      <ExperimentArticle content={content} picture={<TriesPicture tries={tries} capacity={capacity} />}>
        {arms && <ArmsView arms={arms} noiseSaid={kind === 'aa'} tablesOnly={arms.base.arm.points.length === 0} />}
      </ExperimentArticle>
    );
  }
  return <ComparisonArticle content={content}>{arms && <ArmsView arms={arms} />}</ComparisonArticle>;
}

function SharedRun({ content }: { content: SharedRunContent }) {
  const { run, plan, points, regions, curve, resources, story } = content;
  const { summary } = run;
  const requests = summary && summaryRows(summary);
  const picked = usePickedRequest(requests);
  const controls = useRequestControls(picked);
  const withoutService = isWithoutService(content);
  const charts = {
    points,
    thresholds: plan.thresholds,
    errorStatuses: '4xx-5xx' as const,
    counted: countedAs(plan),
    resources,
    withoutService,
  };
  // A file with sums only has no seconds.
  const isCharted = points.length > 0;
  const marks = story ? { marks: listMarks(story), bands: listBands(story) } : undefined;
  const pictures = {
    rates: isCharted && <RatesChart {...charts} request={picked} story={marks} />,
    regions: regions && (
      <Suspense fallback={<Loading rows={6} />}>
        <RegionChart regions={regions} />
      </Suspense>
    ),
    overload: story?.overload && <OverloadChart story={story} />,
    curve: curve.responseTime.length > 0 && <CurveCard curve={curve} withoutService={withoutService} />,
    times: isCharted && <LatencyCharts {...charts} />,
    messages: summary && readStream(summary) && (
      <Suspense fallback={<Loading rows={6} />}>
        <TokensChart {...charts} />
        <MessagesChart {...charts} />
        <MessageTimeCharts {...charts} lateness />
      </Suspense>
    ),
    errors: isCharted && <ErrorsChart {...charts} />,
  };
  return <RunArticle content={content} moment={formatMoment} pictures={pictures} define={inTooltip} controls={controls} />;
}
