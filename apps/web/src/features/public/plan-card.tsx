import type { Validity } from '@plimsoll/contracts/run';
import type { SharedPlan } from '@plimsoll/contracts/share';
import { ArmDot } from '@plimsoll/pages/arm-dot';
import { publicWords } from '@plimsoll/wording/en/app';
import { planWords } from '../../domain/run/run-words.ts';
import { ValidityChip } from '../../domain/run/state-chip.tsx';

interface PlanCardProps {
  readonly title: string;
  readonly plan: SharedPlan;
  /** Its place: the base is 0. */
  readonly arm: number;
  /** The worst of the arm's runs. */
  readonly validity: Validity | null;
}

/** The requests of one plan and their client, in the colour of its arm; whether its figures can be trusted, and why not. */
export function PlanCard({ title, plan, arm, validity }: PlanCardProps) {
  return (
    <div className="card pad">
      <div className="row tight">
        <ArmDot arm={arm} />
        <b>{title}</b> {plan.name}
        {validity && <ValidityChip validity={validity} />}
      </div>
      <div className="sub small">
        <PlanTarget plan={plan} /> · {planWords(plan)}
        <PlanRequests plan={plan} />
      </div>
      {validity && validity.reasons.length > 0 && (
        <p className="small" style={{ marginBlockEnd: 0 }}>
          {validity.reasons.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Method and URL, or how many requests. */
export function PlanTarget({ plan: { requests, sequence, method, url } }: { plan: SharedPlan }) {
  if (requests.length > 0) return (sequence ? publicWords.inSequence : publicWords.byWeight)({ count: requests.length });
  return (
    <code>
      {method} {url}
    </code>
  );
}

/** The requests of a plan with several. */
export function PlanRequests({ plan: { requests, sequence } }: { plan: SharedPlan }) {
  if (requests.length === 0) return null;
  return (
    <ul className="parts">
      {requests.map((request) => (
        <li key={request.name}>
          <span style={{ overflowWrap: 'anywhere' }}>
            <b>{request.name}</b>{' '}
            <code>
              {request.method} {request.url}
            </code>
            {!sequence && request.weight !== 1 && <span className="soft"> {publicWords.weight({ weight: request.weight })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
