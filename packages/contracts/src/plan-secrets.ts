/** Which parts of a plan are secrets: kept sealed, answered as `•••`, never in a log, an export, a diff or a share. */
import { maskedSecret } from './connection.ts';
import type { Plan } from './plan.ts';
import { isSecretName } from './problem.ts';

export interface PlanSecret {
  /** Path in the plan. */
  readonly path: readonly string[];
  /** What to call it in a sentence, and what binds its sealed text to its place. */
  readonly name: string;
  readonly value: string;
}

const clientKey = { path: ['connection', 'tls', 'clientCertificate', 'key'], name: 'connection.tls.clientCertificate.key' } as const;

/** Every secret of the plan, in place. */
export function secretsOf(plan: Plan): PlanSecret[] {
  const headers = Object.entries(plan.target.headers)
    .filter(([name]) => isSecretName(name))
    .map(([name, value]) => ({ path: ['target', 'headers', name], name, value }));
  const key = plan.connection?.tls?.clientCertificate?.key;
  return key === undefined ? headers : [...headers, { ...clientKey, value: key }];
}

/** The plan with each secret changed. */
export function mapSecrets(plan: Plan, change: (secret: PlanSecret) => string): Plan {
  const secrets = secretsOf(plan);
  if (secrets.length === 0) return plan;
  const headers = { ...plan.target.headers };
  let { connection } = plan;
  for (const secret of secrets) {
    const value = change(secret);
    const { tls } = connection;
    if (secret.path[0] === 'target') headers[secret.name] = value;
    else if (tls.clientCertificate)
      connection = { ...connection, tls: { ...tls, clientCertificate: { ...tls.clientCertificate, key: value } } };
  }
  return { ...plan, target: { ...plan.target, headers }, connection };
}

/** The plan as people see it. */
export function maskSecrets(plan: Plan): Plan {
  return mapSecrets(plan, () => maskedSecret);
}
