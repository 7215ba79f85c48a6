import '../../../i18n/comparison-text.ts';
import { Button } from '@mantine/core';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { formatMoment } from '@plimsoll/wording/date';
import { requestWords } from '@plimsoll/wording/request-words';
import { IconPlayerPlay, IconPlayerStop, IconShare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { experiment as experimentQuery, isUnderWay, startExperiment, stopExperiment } from '../../../api/experiments.ts';
import { ExperimentChip } from '../../../domain/experiment/experiment-chip.tsx';
import { loadWords } from '../../../domain/run/run-words.ts';
import { t } from '../../../i18n/i18n.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { EmptyState } from '../../../ui/notice/empty-state.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { problemText } from '../../../ui/notice/problem-notice.tsx';
import { StopCountdownNotice, useStopKey } from '../../../ui/notice/stop-countdown.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { CapacityView } from './capacity-view.tsx';
import { experimentMarkdown } from './experiment-markdown.ts';
import { ExperimentProgress } from './experiment-progress.tsx';
import { OrderStrip } from './order-strip.tsx';
import { SweepView } from './sweep-view.tsx';
import { NoiseView, VerdictsView } from './verdicts-view.tsx';

/** One experiment: one bar, the order of its runs, and what they say so far. */
export function ExperimentPage({ onShare }: { onShare: () => void }) {
  const { t } = useTranslation();
  const { experimentId } = useParams({ strict: false }) as { experimentId: string };
  const query = useQuery(experimentQuery(experimentId));
  usePageTitle(query.data ? tabTitle(query.data) : t('experiments.title'));
  return (
    <Loaded
      query={query}
      rows={6}
      missing={
        <EmptyState
          title={t('experiment.notFound')}
          text={t('experiment.notFoundText')}
          action={<ButtonLink to="/experiments">{t('experiment.toList')}</ButtonLink>}
        />
      }
    >
      {(experiment) => (
        <>
          <Header experiment={experiment} onShare={onShare} />
          <ExperimentProgress experiment={experiment} />
          <OrderStrip experiment={experiment} />
          {tellsMore(experiment) && <Reason experiment={experiment} />}
          <Body experiment={experiment} />
        </>
      )}
    </Loaded>
  );
}

/** How far it is stands first, for those who look at another tab. */
function tabTitle({ state, progress, name }: Experiment): string {
  return isUnderWay(state) ? `${progress.done}/${progress.total} · ${name}` : name;
}

/** The reason of an end that went well repeats what stands below it. */
function tellsMore({ stateReason, state, kind, capacity, knee }: Experiment): boolean {
  if (stateReason === null) return false;
  if (state !== 'completed') return true;
  return kind === 'ab' || (kind === 'sweep' && knee === null) || (kind === 'capacity' && stateReason !== capacity?.sentence);
}

function Body({ experiment }: { experiment: Experiment }) {
  switch (experiment.kind) {
    case 'ab':
      return <VerdictsView experiment={experiment} />;
    case 'aa':
      return <NoiseView experiment={experiment} />;
    case 'sweep':
      return <SweepView experiment={experiment} />;
    case 'capacity':
      return <CapacityView experiment={experiment} />;
  }
}

function Reason({ experiment }: { experiment: Experiment }) {
  const tone = experiment.state === 'failed' ? 'bad' : 'even';
  return (
    <div style={{ marginBlockStart: 12 }}>
      <Notice tone={tone}>{experiment.stateReason}</Notice>
    </div>
  );
}

function Header({ experiment, onShare }: { experiment: Experiment; onShare: () => void }) {
  const { t } = useTranslation();
  const plans = experiment.variants.map((variant) => variant.plan);
  return (
    <header>
      <div className="head">
        <div className="head-title">
          <h1>{experiment.name}</h1>
          <ExperimentChip state={experiment.state} />
        </div>
        <span className="row tight no-print">
          <Actions experiment={experiment} onShare={onShare} />
        </span>
      </div>
      <div className="sub">
        {headline(experiment).join(' · ')}
        {alike(plans.map(requestWords)).map((target) => (
          <span key={target}>
            {' · '}
            <code>{target}</code>
          </span>
        ))}
        {` · ${formatMoment(experiment.createdAt)}`}
        {experiment.planId && (
          <>
            {' · '}
            <TextLink to="/plans/$planId" params={{ planId: experiment.planId }} size="sm">
              {t('plans.plan')}
            </TextLink>
          </>
        )}
      </div>
    </header>
  );
}

/** The one word all variants share, or none. */
function alike(words: readonly string[]): string[] {
  return [...new Set(words)].length === 1 ? words.slice(0, 1) : [];
}

/** Kind, size, and what all variants have in common. */
function headline({ kind, repeats, variants }: Experiment): string[] {
  const plans = variants.map((variant) => variant.plan);
  return [
    t(`experimentKind.${kind}`),
    ...(kind === 'sweep' ? [t('experiment.settings', { count: variants.length })] : []),
    ...(kind === 'capacity' ? [] : [t('experiment.runsOf', { count: repeats }), ...alike(plans.map((plan) => loadWords(plan.load)))]),
    ...(plans.every((plan) => plan.connection.client === 'wire') ? [t('httpClient.wire')] : []),
    ...alike(plans.map((plan) => t(plan.connection.keepAlive ? 'load.keepAliveOn' : 'load.keepAliveOff'))),
  ];
}

function Actions({ experiment, onShare }: { experiment: Experiment; onShare: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const failed = (error: unknown) => toast(problemText(error, t('common.unexpected')));
  const stop = useMutation({
    mutationFn: () => stopExperiment(experiment.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['experiment', experiment.id] }),
    onError: failed,
  });
  const again = useMutation({
    mutationFn: () => startExperiment(sameAgain(experiment)),
    onSuccess: (made) => navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id } }),
    onError: failed,
  });
  const underWay = isUnderWay(experiment.state);
  const stopping = experiment.state === 'stopping' || stop.isPending || stop.isSuccess;
  const countdown = useStopKey(underWay && !stopping, stop.mutate);
  return underWay ? (
    <>
      <StopCountdownNotice {...countdown} />
      <Button color="red" leftSection={<IconPlayerStop size={15} aria-hidden />} disabled={stopping} onClick={() => stop.mutate()}>
        {t(stopping ? 'experiment.stopping' : 'experiment.stop')}
      </Button>
    </>
  ) : (
    <>
      <CopyButton text={() => experimentMarkdown(experiment, window.location.href)} label={t('compare.markdown')} />
      <Button leftSection={<IconPlayerPlay size={15} aria-hidden />} loading={again.isPending} onClick={() => again.mutate()}>
        {t('experiment.again')}
      </Button>
      <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} onClick={onShare}>
        {t('run.share')}
      </Button>
    </>
  );
}

function sameAgain(experiment: Experiment): Parameters<typeof startExperiment>[0] {
  const { name, planId, kind, variants, repeats, order, coolDown, extendTo, search, runs } = experiment;
  const secretsFrom = runs.find((run) => run.runId !== null)?.runId;
  return {
    name,
    kind,
    variants,
    repeats,
    order,
    coolDown,
    extendTo,
    search,
    ...(planId ? { planId } : {}),
    ...(secretsFrom ? { secretsFrom } : {}),
  };
}
