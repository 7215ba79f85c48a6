import '../../../i18n/comparison-text.ts';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { formatMoment } from '@plimsoll/wording/date';
import { requestWords } from '@plimsoll/wording/request-words';
import { useTranslation } from 'react-i18next';
import { ExperimentChip } from '../../../domain/experiment/experiment-chip.tsx';
import { loadWords } from '../../../domain/run/run-words.ts';
import { t } from '../../../i18n/i18n.ts';
import { TextLink } from '../../../ui/links.tsx';
import { ExperimentActions } from './experiment-actions.tsx';

/** Name, state, what it varies, and the actions. */
export function ExperimentHeader({ experiment, onShare }: { experiment: Experiment; onShare: () => void }) {
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
          <ExperimentActions experiment={experiment} onShare={onShare} />
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
    ...(kind === 'capacity' ? [] : [t('experiment.runsOf', { count: repeats }), ...alike(plans.map((plan) => loadWords(plan)))]),
    ...(plans.every((plan) => plan.connection.client === 'wire') ? [t('httpClient.wire')] : []),
    ...alike(plans.map((plan) => t(plan.connection.keepAlive ? 'load.keepAliveOn' : 'load.keepAliveOff'))),
  ];
}
