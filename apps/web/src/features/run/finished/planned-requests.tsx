import type { Plan } from '@plimsoll/contracts/plan';
import { isSequence, type PlannedRequest } from '@plimsoll/contracts/requests';
import { requestsWords } from '@plimsoll/wording/en/run';
import { formatShare } from '@plimsoll/wording/share';
import styles from './planned-requests.module.css';

/** The requests of a plan with several, in words; nothing for a plan with one. Secrets come masked from the server. */
export function PlannedRequests({ plan }: { plan: Plan }) {
  if (!plan.requests) return null;
  const sequence = isSequence(plan);
  const weights = plan.requests.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <section className="card pad" aria-label={requestsWords.title}>
      <h2>{requestsWords.title}</h2>
      <p className="small soft" style={{ margin: '4px 0 10px' }}>
        {sequence ? requestsWords.sequence : requestsWords.mix}
      </p>
      <ol className={styles.plannedRequests}>
        {plan.requests.map((request) => (
          <li key={request.name}>
            <b>{request.name}</b>
            {!sequence && (
              <span className="small soft">
                {' '}
                · {requestsWords.weight({ share: formatShare(request.weight / weights), weight: request.weight })}
              </span>
            )}
            <div>
              <code>
                {request.method} {request.url}
              </code>
            </div>
            <Details request={request} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Details({ request }: { request: PlannedRequest }) {
  const { headers, auth, checks, extract } = request;
  const count = Object.keys(headers).length;
  const names = Object.keys(extract);
  const parts = [
    count > 0 ? requestsWords.headers({ count }) : '',
    auth ? requestsWords.auth({ scheme: 'basic' in auth ? 'basic' : 'bearer' }) : '',
    request.body !== null || request.bodyBytes !== null || request.bodyFile !== null ? requestsWords.body : '',
    checks.length > 0 ? requestsWords.checks({ count: checks.length }) : '',
  ].filter(Boolean);
  if (parts.length === 0 && names.length === 0) return null;
  return (
    <div className="small soft">
      {parts.join(' · ')}
      {names.length > 0 && <div>{requestsWords.extracts({ names: names.map((name) => `{{${name}}}`).join(', ') })}</div>}
    </div>
  );
}
