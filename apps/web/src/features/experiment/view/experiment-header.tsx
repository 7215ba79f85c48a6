import { countRounds } from '@plimsoll/contracts/design';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { loadPhrase } from '@plimsoll/pages/run-words';
import { formatMoment } from '@plimsoll/wording/date';
import { designSentence } from '@plimsoll/wording/design-sentence';
import { loadWords, plansWords } from '@plimsoll/wording/en/app';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { designWords } from '@plimsoll/wording/en/design';
import { experimentKindWords, httpClientWords } from '@plimsoll/wording/en/names';
import { requestWords } from '@plimsoll/wording/request-words';
import { ExperimentChip } from '../../../domain/experiment/experiment-chip.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ExperimentActions } from './experiment-actions.tsx';

/** Name, state, what it varies, and the actions. */
export function ExperimentHeader({ experiment, onShare }: { experiment: Experiment; onShare: () => void }) {
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
              {plansWords.plan}
            </TextLink>
          </>
        )}
      </div>
      {(experiment.kind === 'ab' || experiment.kind === 'aa') && experiment.designReason && (
        <p className="soft small" style={{ margin: '4px 0 0' }}>
          {designSentence(experiment.design, experiment.designReason)}
        </p>
      )}
    </header>
  );
}

/** The one word all variants share, or none. */
function alike(words: readonly string[]): string[] {
  return [...new Set(words)].length === 1 ? words.slice(0, 1) : [];
}

/** Kind, size, and what all variants have in common. */
export function headline(experiment: Experiment): string[] {
  const { kind, variants, design } = experiment;
  const plans = variants.map((variant) => variant.plan);
  return [
    experimentKindWords[kind],
    ...(design === 'runs' ? [] : [designWords.rounds[design]]),
    ...(kind === 'sweep' ? [experimentWords.settings({ count: variants.length })] : []),
    ...(kind === 'capacity'
      ? []
      : [experimentWords.runsOf({ count: countRounds(experiment) }), ...alike(plans.map((plan) => loadPhrase(plan)))]),
    ...(plans.every((plan) => plan.connection.client === 'wire') ? [httpClientWords.wire] : []),
    ...alike(plans.map((plan) => (plan.connection.keepAlive ? loadWords.keepAliveOn : loadWords.keepAliveOff))),
  ];
}
