/** Which parts of a plan are secrets: kept sealed, answered as `•••`, never in a log, an export, a diff or a share. */

import { isSecretName } from '../api/problem.ts';
import type { PlannedRequest } from '../request/requests.ts';
import type { Target } from '../request/target.ts';
import { maskedSecret } from './connection.ts';
import type { Plan } from './plan.ts';

export interface PlanSecret {
  /** Path in the plan. */
  readonly path: readonly (string | number)[];
  /** What to call it in a sentence, and what binds its sealed text to its place. */
  readonly name: string;
  readonly value: string;
}
type Change = (secret: PlanSecret) => string;

/** `Bearer {{token}}` says where a secret comes from, and holds none. */
export function holdsNone(value: string): boolean {
  return /^(?:(?:bearer|basic|token) )?(?:\{\{[^{}"]*\}\})+$/i.test(value);
}

/** Every secret of the plan, in place. */
export function findSecrets(plan: Plan): PlanSecret[] {
  const found: PlanSecret[] = [];
  mapSecrets(plan, (secret) => {
    found.push(secret);
    return secret.value;
  });
  return found;
}

/** The plan with each secret changed. What a plan kept by an older version lacks is left out. */
export function mapSecrets(plan: Plan, change: Change): Plan {
  return {
    ...plan,
    ...(plan.target ? { target: withTarget(plan.target, ['target'], '', change) } : {}),
    ...(plan.requests ? { requests: plan.requests.map((request, index) => withRequest(request, index, change)) } : {}),
    ...(plan.connection ? { connection: withKey(plan.connection, change) } : {}),
  };
}

/** The plan as people see it. */
export function maskSecrets<Shown extends Plan>(plan: Shown): Shown {
  return { ...plan, ...mapSecrets(plan, () => maskedSecret) };
}

function withRequest(request: PlannedRequest, index: number, change: Change): PlannedRequest {
  return { ...request, ...withTarget(request, ['requests', index], `requests.${request.name}.`, change) };
}

function withTarget(target: Target, path: readonly (string | number)[], prefix: string, change: Change): Target {
  const changed = (below: readonly string[], name: string, value: string) =>
    holdsNone(value) ? value : change({ path: [...path, ...below], name: `${prefix}${name}`, value });
  const headers = Object.entries(target.headers ?? {}).map(([name, value]) => [
    name,
    isSecretName(name) ? changed(['headers', name], name, value) : value,
  ]);
  const { auth } = target;
  return {
    ...target,
    headers: Object.fromEntries(headers),
    ...(auth && 'bearer' in auth ? { auth: { bearer: changed(['auth', 'bearer'], 'auth.bearer', auth.bearer) } } : {}),
    ...(auth && 'basic' in auth
      ? { auth: { basic: { ...auth.basic, password: changed(['auth', 'basic', 'password'], 'auth.basic.password', auth.basic.password) } } }
      : {}),
  };
}

function withKey(connection: Plan['connection'], change: Change): Plan['connection'] {
  const { tls } = connection;
  if (!tls?.clientCertificate) return connection;
  const name = 'connection.tls.clientCertificate.key';
  const key = change({ path: name.split('.'), name, value: tls.clientCertificate.key });
  return { ...connection, tls: { ...tls, clientCertificate: { ...tls.clientCertificate, key } } };
}
