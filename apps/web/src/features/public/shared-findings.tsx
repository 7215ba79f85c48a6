import type { SharedExperiment } from '@plimsoll/contracts/share';
import { PlanLine } from '@plimsoll/pages/plan-target';
import { SharedTries, SharedVariants } from '@plimsoll/pages/shared-tables';
import { experimentKindWords } from '@plimsoll/wording/en/names';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { SharedCapacity } from './shared-capacity.tsx';
import { SharedSweepMap } from './shared-sweep-map.tsx';

/** The finding of a shared experiment: its sentence, its map or rate, every variant, every verdict. */
export function SharedFindings({ content }: { content: SharedExperiment }) {
  const { title, experiment } = content;
  const { kind, sentence, stateReason } = experiment;
  const arms = sharedArms(content);
  const plans = new Map(experiment.variants.map(({ plan }) => [JSON.stringify([plan.url, plan.method, plan.requests]), plan]));
  return (
    <>
      <h1>{sentence}</h1>
      <div className="sub">
        {experimentKindWords[kind]} · {title}
      </div>
      {[...plans].map(([key, plan]) => (
        <PlanLine key={key} plan={plan} loadSaid={false} />
      ))}
      <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
        {stateReason !== null && <Notice tone="even">{stateReason}</Notice>}
        <SharedCapacity experiment={experiment} />
        <SharedSweepMap experiment={experiment} />
        {kind === 'capacity' ? <SharedTries experiment={experiment} /> : <SharedVariants experiment={experiment} />}
      </div>
      {arms && <ArmsView arms={arms} noiseSaid={kind === 'aa'} tablesOnly={arms.base.arm.points.length === 0} />}
    </>
  );
}
