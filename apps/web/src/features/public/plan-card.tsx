import type { SharedPlan } from '@plimsoll/contracts/share';
import { useTranslation } from 'react-i18next';
import { planWords } from '../../ui/run/run-words.ts';

/** What one plan requests and how, in the colour of its arm. */
export function PlanCard({ title, plan, colour }: { title: string; plan: SharedPlan; colour: string }) {
  return (
    <div className="card pad">
      <div className="row tight">
        <span className="arm-dot" style={{ background: colour }} />
        <b>{title}</b> {plan.name}
      </div>
      <div className="sub small">
        <PlanTarget plan={plan} /> · {planWords(plan)}
      </div>
    </div>
  );
}

/** One line, or of a plan with several requests a list. */
export function PlanTarget({ plan }: { plan: SharedPlan }) {
  const { t } = useTranslation();
  const { requests, sequence, method, url } = plan;
  if (requests.length === 0)
    return (
      <code>
        {method} {url}
      </code>
    );
  return (
    <>
      {t(sequence ? 'public.inSequence' : 'public.byWeight', { count: requests.length })}
      <ul className="parts">
        {requests.map((request) => (
          <li key={request.name}>
            <b>{request.name}</b>{' '}
            <code>
              {request.method} {request.url}
            </code>
            {!sequence && request.weight !== 1 && <span className="soft"> {t('public.weight', { weight: request.weight })}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
