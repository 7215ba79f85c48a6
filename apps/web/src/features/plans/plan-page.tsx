import { Button } from '@mantine/core';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { streamKinds } from '@plimsoll/contracts/streaming';
import { planWords } from '@plimsoll/pages/run-words';
import { homeWords, launchingWords, plansWords } from '@plimsoll/wording/en/app';
import { trendWords } from '@plimsoll/wording/en/comparison';
import { requestWords } from '@plimsoll/wording/request-words';
import { IconCalendarRepeat, IconEdit, IconFlask, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { plan as planQuery } from '../../api/plans.ts';
import { runs as runsQuery, startPlan } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { MeasureNoise } from '../../domain/experiment/measure-noise.tsx';
import { PlanBadge } from '../../domain/plan/plan-badge.tsx';
import { UnreadablePlan, whyUnreadable } from '../../domain/plan/unreadable-plan.tsx';
import { useStartRun } from '../../domain/run/start-run.ts';
import { RunTable } from '../../domain/run/table/run-table.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { LoadedPage } from '../../ui/notice/loaded-page.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { offButton, offLink } from '../../ui/off.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { PlanHooks } from './plan-hooks.tsx';
import { PlanTold } from './plan-told.tsx';
import { TrendCard } from './trend-card.tsx';

/** One plan over time: its trend, its noise, its runs. */
export function PlanPage() {
  const { planId } = useParams({ strict: false }) as { planId: string };
  const query = useQuery(planQuery(planId));
  usePageTitle(query.data?.plan.name ?? plansWords.title);
  return (
    <LoadedPage
      query={query}
      gone={{ title: trendWords.planNotFound, text: trendWords.planNotFoundText, to: '/plans', action: trendWords.toPlans }}
    >
      {(saved) => <Plan saved={saved} />}
    </LoadedPage>
  );
}

function Plan({ saved }: { saved: SavedPlan }) {
  const may = useMay();
  const start = useStartRun(() => startPlan(saved.id));
  const { plan } = saved;
  const off = whyUnreadable(plan);
  const ways = [
    { action: 'plan.edit', to: '/launch', Icon: IconEdit, label: trendWords.edit },
    { action: 'schedule.edit', to: '/schedules/new', Icon: IconCalendarRepeat, label: trendWords.schedule },
    { action: 'experiment.create', to: '/experiments/new', Icon: IconFlask, label: trendWords.experiment },
  ] as const;
  return (
    <>
      <div className="head">
        <div className="head-title">
          <h1>{plan.name}</h1>
        </div>
        <div className="row tight no-print">
          {may('run.create') && (
            <Button
              variant="filled"
              leftSection={<IconPlayerPlay size={15} aria-hidden />}
              loading={start.isPending}
              onClick={() => start.mutate()}
              {...offButton(off)}
            >
              {launchingWords.run}
            </Button>
          )}
          {ways.map(
            ({ action, to, Icon, label }) =>
              may(action) && (
                <ButtonLink key={to} to={to} search={{ plan: saved.id }} leftSection={<Icon size={15} aria-hidden />} {...offLink(off)}>
                  {label}
                </ButtonLink>
              ),
          )}
        </div>
      </div>
      <div className="sub">
        <code>{requestWords(plan)}</code> · {planWords(plan)}
      </div>
      <div style={{ marginBlockStart: off === null ? 0 : 14 }}>
        <UnreadablePlan plans={[plan]} of="plan" />
      </div>
      <PlanOverTime saved={saved} />
    </>
  );
}

/** All of it at once: what comes late would push the rest down. */
function PlanOverTime({ saved }: { saved: SavedPlan }) {
  const may = useMay();
  const runs = useQuery(runsQuery({ planId: saved.id, limit: 20 }));
  if (runs.isPending) return <Loading rows={6} />;
  const some = runs.data && runs.data.items.length > 0;
  return (
    <div className="stack" style={{ marginBlockStart: 14, gap: 14 }}>
      {runs.data && <TrendCard planId={saved.id} hasRuns={some === true} kinds={streamKinds(saved.plan)} />}
      <MeasureNoise plan={saved.plan} planId={saved.id} secretsFrom={null} />
      {runs.error && <ProblemNotice error={runs.error} retry={() => void runs.refetch()} />}
      {some && (
        <section className="stack" style={{ gap: 10, marginBlockStart: 8 }} aria-labelledby="plan-runs">
          <div className="row">
            <h2 id="plan-runs">{trendWords.asRuns}</h2>
            {runs.data.nextCursor && (
              <TextLink className="push" size="sm" to="/runs" search={{ planId: saved.id }}>
                {homeWords.all}
              </TextLink>
            )}
          </div>
          <RunTable runs={runs.data.items} />
        </section>
      )}
      {may('hook.view') && <PlanHooks planId={saved.id} />}
      <PlanBadge planId={saved.id} />
      <PlanTold planId={saved.id} />
    </div>
  );
}
