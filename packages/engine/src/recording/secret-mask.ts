/** Replaces secrets of the plan in error examples: a target may echo what it was sent. */
import type { Plan } from '@plimsoll/contracts/plan';
import { findWrittenSecrets } from '@plimsoll/contracts/plan-secrets';
import { isSecretName } from '@plimsoll/contracts/problem';
import { listRequests } from '@plimsoll/contracts/requests';
import { hasTemplate } from '@plimsoll/contracts/template';
import type { RequestSlot } from '../connection/request-slot.ts';
import { compileAuthorization } from '../scenario/authorization.ts';

const minSecretLength = 4;

/** A request that was sent. Its secrets may come from its data row or from an earlier response. */
type SentRequest = Pick<RequestSlot, 'message' | 'context'>;
/** Replaces the secrets of the plan, and of the request that the text is about. */
export type SecretMask = (text: string, sent: SentRequest) => string;

export function createSecretMask(plan: Pick<Plan, 'target' | 'requests'>): SecretMask {
  const known = listRequests(plan).flatMap(({ headers, auth, url, body }) => {
    const authorization = auth && compileAuthorization(auth);
    const written = auth && 'basic' in auth && !hasTemplate(auth.basic.password) ? [auth.basic.password] : [];
    return [
      ...Object.entries(headers).flatMap(headerSecrets),
      ...(typeof authorization === 'string' ? headerSecrets(['authorization', authorization]) : []),
      ...written,
      ...findWrittenSecrets({ url, body }).flatMap(asSent),
    ];
  });
  return (text, sent) => {
    const secrets = [...known, ...sentSecrets(sent)].filter((secret) => secret.length >= minSecretLength);
    return [...new Set(secrets)].sort((a, b) => b.length - a.length).reduce((masked, secret) => masked.replaceAll(secret, '•••'), text);
  };
}

/** A value of a URL or of a form as it is written, and what it stands for. */
function asSent(value: string): string[] {
  try {
    return [value, decodeURIComponent(value.replaceAll('+', ' '))];
  } catch {
    return [value];
  }
}

function sentSecrets({ message, context }: SentRequest): string[] {
  const { headers } = message;
  const pairs = headers.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));
  const fields = [...(context?.row ?? []), ...(context?.values ?? [])].filter(([name]) => isSecretName(name));
  return [...pairs.flatMap(headerSecrets), ...fields.map(([, value]) => value)];
}

/** The value of a header with a secret name, each part of it, and the password in basic credentials. */
function headerSecrets([name, value]: readonly [string, string]): string[] {
  if (!isSecretName(name)) return [];
  const credentials = /^basic\s+(\S+)$/i.exec(value)?.[1];
  const password =
    credentials &&
    Buffer.from(credentials, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
  const parts = value.split(/[\s;,=]+/).filter((part) => !/^(bearer|basic|digest|token)$/i.test(part));
  return [value, ...parts, ...(credentials ? [credentials] : []), ...(password ? [password] : [])];
}
