import { isOneLoad } from '@plimsoll/contracts/design';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { onlyCountsRuns } from '@plimsoll/contracts/experiment-remark';
import { compareWords, experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentsWords } from '@plimsoll/wording/en/experiment';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { experiment as experimentQuery } from '../../../api/experiment.ts';
import { isUnderWay } from '../../../api/experiments.ts';
import { UnreadablePlan } from '../../../domain/plan/unreadable-plan.tsx';
import { LoadedPage } from '../../../ui/notice/loaded-page.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { CapacityView } from './capacity-view.tsx';
import { ClosingIn } from './closing-in.tsx';
import { ExperimentHeader } from './experiment-header.tsx';
import { ExperimentProgress } from './experiment-progress.tsx';
import { LiveRound } from './live-round.tsx';
import { OrderStrip } from './order-strip.tsx';
import { sweepFinding } from './sweep-finding.ts';
import { SweepView } from './sweep-view.tsx';
import { tooShortPair } from './too-short.ts';
import { NoiseView, VerdictsView } from './verdicts-view.tsx';

/** One experiment: one bar, the order of its runs, and what they say so far. */
export function ExperimentPage({ onShare }: { onShare: () => void }) {
  const { experimentId } = useParams({ strict: false }) as { experimentId: string };
  const query = useQuery(experimentQuery(experimentId));
  usePageTitle(query.data ? tabTitle(query.data) : experimentsWords.title);
  return (
    <LoadedPage
      query={query}
      gone={{ title: experimentWords.notFound, text: compareWords.goneText, to: '/experiments', action: experimentWords.toList }}
    >
      {(experiment) => (
        <>
          <ExperimentHeader experiment={experiment} onShare={onShare} />
          <UnreadablePlans experiment={experiment} />
          <ExperimentProgress experiment={experiment} />
          <OrderStrip experiment={experiment} />
          {isOneLoad(experiment.design) && <LiveRound experiment={experiment} />}
          {tellsMore(experiment) && !answersFirst(experiment) && <Reason experiment={experiment} />}
          {!answersFirst(experiment) && <SeenBy experiment={experiment} />}
          <Body experiment={experiment} />
        </>
      )}
    </LoadedPage>
  );
}

/** Each with the name of its variant. */
function UnreadablePlans({ experiment: { variants } }: { experiment: Experiment }) {
  const plans = variants.flatMap(({ name, plan: { unreadable } }) => (unreadable ? [{ label: name, unreadable }] : []));
  return plans.length === 0 ? null : (
    <div style={{ marginBlockStart: 14 }}>
      <UnreadablePlan plans={plans} of="experiment" />
    </div>
  );
}

/** The progress stands first, for those who look at another tab. */
function tabTitle({ state, progress, name }: Experiment): string {
  return isUnderWay(state) ? `${progress.done}/${progress.total} · ${name}` : name;
}

/** The reason of an end that went well repeats what stands below it, and that of a sweep its runs, which stand above. */
function tellsMore(experiment: Experiment): boolean {
  const { stateReason, state, kind, capacity, remarks } = experiment;
  if (stateReason === null) return false;
  if (state !== 'completed') return true;
  if (kind === 'sweep') return sweepFinding(experiment) === null && !onlyCountsRuns(remarks);
  if (kind === 'aa') return remarks.some((remark) => remark.kind !== 'noise' && remark.kind !== 'legacy');
  return kind === 'ab' || (kind === 'capacity' && stateReason !== capacity?.sentence);
}

/** Its verdict leads, and how it ended and how sure that is stand below. */
function answersFirst({ kind, state }: Experiment): boolean {
  return (kind === 'ab' || kind === 'aa') && state === 'completed';
}

function Body({ experiment }: { experiment: Experiment }) {
  switch (experiment.kind) {
    case 'ab':
      return (
        <VerdictsView experiment={experiment}>
          {answersFirst(experiment) && (
            <>
              {!tooShortPair(experiment) && <p className="soft small">{experiment.stateReason}</p>}
              <SeenBy experiment={experiment} />
            </>
          )}
        </VerdictsView>
      );
    case 'aa':
      return (
        <NoiseView experiment={experiment}>
          {answersFirst(experiment) && (
            <>
              {tellsMore(experiment) && <p className="soft small">{experiment.stateReason}</p>}
              <SeenBy experiment={experiment} />
            </>
          )}
        </NoiseView>
      );
    case 'sweep':
      return <SweepView experiment={experiment} />;
    case 'capacity':
      return <CapacityView experiment={experiment} />;
  }
}

/** How small a change variants that are one load show, and how the interval closed in. */
function SeenBy({ experiment }: { experiment: Experiment }) {
  const { design, state, comparisons } = experiment;
  return isOneLoad(design) && (isUnderWay(state) || comparisons.length > 0) && <ClosingIn experiment={experiment} />;
}

function Reason({ experiment }: { experiment: Experiment }) {
  const tone = experiment.state === 'failed' ? 'bad' : 'even';
  return (
    <div style={{ marginBlockStart: 12 }}>
      <Notice tone={tone}>{experiment.stateReason}</Notice>
    </div>
  );
}
