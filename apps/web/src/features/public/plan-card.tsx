import type { SharedPlan } from '@plimsoll/contracts/share';
import { useTranslation } from 'react-i18next';
import { ArmDot } from '../../domain/comparison/arm-dot.tsx';
import { planWords } from '../../domain/run/run-words.ts';

/** What one plan requests and how, in the colour of its arm. */
export function PlanCard({ title, plan, arm }: { title: string; plan: SharedPlan; arm: number }) {
  return (
    <div className="card pad">
      <div className="row tight">
        <ArmDot arm={arm} />
        <b>{title}</b> {plan.name}
      </div>
      <div className="sub small">
        <PlanTarget plan={plan} /> · {planWords(plan)}
        <PlanRequests plan={plan} />
      </div>
    </div>
  );
}

/** Method and URL, or how many requests. */
export function PlanTarget({ plan: { requests, sequence, method, url } }: { plan: SharedPlan }) {
  const { t } = useTranslation();
  if (requests.length > 0) return t(sequence ? 'public.inSequence' : 'public.byWeight', { count: requests.length });
  return (
    <code>
      {method} {url}
    </code>
  );
}

/** The requests of a plan with several. */
export function PlanRequests({ plan: { requests, sequence } }: { plan: SharedPlan }) {
  const { t } = useTranslation();
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
            {!sequence && request.weight !== 1 && <span className="soft"> {t('public.weight', { weight: request.weight })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
