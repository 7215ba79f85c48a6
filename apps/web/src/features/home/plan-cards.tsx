import { Button } from '@mantine/core';
import { leadingTimeOf } from '@plimsoll/contracts/leading-time';
import { mostCountedOfPlan, type savedPlanListSchema } from '@plimsoll/contracts/saved-plan';
import { VerdictChip } from '@plimsoll/pages/verdict-chip';
import { formatAgo } from '@plimsoll/wording/date';
import { homeWords, launchingWords, plansWords, shellWords } from '@plimsoll/wording/en/app';
import { metricShortWords } from '@plimsoll/wording/en/names';
import { formatCount } from '@plimsoll/wording/number';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { plans as plansQuery } from '../../api/plans.ts';
import { startPlan } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { whyUnreadable } from '../../domain/plan/unreadable-plan.tsx';
import { useStartRun } from '../../domain/run/start-run.ts';
import { TextLink } from '../../ui/links.tsx';
import { useNow } from '../../ui/now.ts';
import { offButton } from '../../ui/off.ts';
import styles from './plan-cards.module.css';

type SavedPlanListItem = z.infer<typeof savedPlanListSchema>['items'][number];

/** The plans, each with the shape of its last 20 runs and the latest verdict against its baseline. */
export function Plans() {
  const now = useNow();
  const { data } = useQuery(plansQuery);
  const start = useStartRun(startPlan);
  const mayRun = useMay()('run.create');
  if (!data || data.items.length === 0) return null;
  return (
    <section className="stack" style={{ gap: 10 }} aria-labelledby="home-plans">
      <div className="row">
        <h2 id="home-plans">{shellWords.plans}</h2>
        <TextLink className="push" size="sm" to="/plans">
          {homeWords.allPlans}
        </TextLink>
      </div>
      <div className={styles.planCards}>
        {data.items.slice(0, 6).map((item) => (
          <div key={item.id} className={`card pad ${styles.planCard}`}>
            <div style={{ minInlineSize: 0, flex: 1 }}>
              <Link to="/plans/$planId" params={{ planId: item.id }} style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {item.plan.name}
              </Link>
              <div className="small soft">
                {item.runCount > mostCountedOfPlan
                  ? plansWords.moreRuns({ runs: formatCount(mostCountedOfPlan) })
                  : plansWords.runs({ count: item.runCount })}
                {item.lastRunAt && ` · ${formatAgo(item.lastRunAt, now)}`}
              </div>
              <LatestVerdict recent={item.recent} />
            </div>
            <Shape item={item} />
            {mayRun && (
              <Button
                className="push"
                size="compact-sm"
                style={{ flex: 'none' }}
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                aria-label={plansWords.runPlan({ name: item.plan.name })}
                onClick={() => start.mutate(item.id)}
                {...offButton(whyUnreadable(item.plan))}
              >
                {launchingWords.run}
              </Button>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** The time that leads in the latest run, of all that have it. */
export function Shape({ item: { recent, plan } }: { readonly item: Pick<SavedPlanListItem, 'recent' | 'plan'> }) {
  const latest = recent.at(-1);
  if (!latest) return null;
  const { metric } = leadingTimeOf(latest, plan);
  const values = recent.map((run) => [{ metric: 'p99', us: run.p99Us }, run.waiting].find((time) => time?.metric === metric)?.us ?? null);
  const count = values.filter((us) => us !== null).length;
  const label = homeWords.shape({ metric: metricShortWords[metric], count });
  return count > 1 ? (
    <div className={styles.planShape} role="img" aria-label={label} title={label}>
      <Sparkline values={values} />
    </div>
  ) : null;
}

function LatestVerdict({ recent }: { recent: SavedPlanListItem['recent'] }) {
  const verdict = recent.at(-1)?.verdict;
  return verdict ? (
    <div style={{ marginBlockStart: 5 }}>
      <VerdictChip verdict={verdict} up={verdict === 'worse'} />
    </div>
  ) : null;
}
