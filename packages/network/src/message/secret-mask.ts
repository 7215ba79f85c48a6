/** Replaces secrets of the plan in what a target answered and people see: it may echo what it was sent. */
import type { Plan } from '@plimsoll/contracts/plan';
import { findWrittenSecrets } from '@plimsoll/contracts/plan-secrets';
import { isSecretName, maskedSecret } from '@plimsoll/contracts/problem';
import { listRequests } from '@plimsoll/contracts/requests';
import { hasTemplate } from '@plimsoll/contracts/template';
import { compileAuthorization } from './authorization.ts';
import type { RenderContext } from './template.ts';

const minSecretLength = 4;
/** The most secrets of one URL and body; each is looked for in every example that is kept. */
const mostWrittenSecrets = 200;

/** A request that was sent. Its secrets may come from its data row or from an earlier response. */
interface SentRequest {
  /** Its headers: names and values, alternating. */
  readonly message: { readonly headers: readonly string[] };
  readonly context: Pick<RenderContext, 'row' | 'values'> | null;
}
/** Replaces the secrets of the plan, and of the request that the text is about. `cut`: the text may end in the middle of one. */
export type SecretMask = (text: string, sent: SentRequest, cut?: boolean) => string;

export function createSecretMask(plan: Pick<Plan, 'target' | 'requests'>): SecretMask {
  const known = listRequests(plan).flatMap(({ headers, auth, url, body, bodyFile, grpc, websocket }) => {
    const authorization = auth && compileAuthorization(auth);
    const written = auth && 'basic' in auth && !hasTemplate(auth.basic.password) ? [auth.basic.password] : [];
    return [
      ...Object.entries({ ...headers, ...grpc?.metadata }).flatMap(headerSecrets),
      ...(typeof authorization === 'string' ? headerSecrets(['authorization', authorization]) : []),
      ...written,
      ...[...new Set(findWrittenSecrets({ url, body, bodyFile, grpc, websocket }))].slice(0, mostWrittenSecrets).flatMap(asSent),
    ];
  });
  return (text, sent, cut = false) => {
    const secrets = [...known, ...sentSecrets(sent)].filter((secret) => secret.length >= minSecretLength);
    const written = [...new Set(secrets.flatMap(writtenForms))].sort((a, b) => b.length - a.length);
    const masked = written.reduce((soFar, secret) => soFar.replaceAll(secret, maskedSecret), text);
    return cut ? maskCutEnd(masked, written) : masked;
  };
}

/** Replaces the beginning of a secret that the text ends with. */
function maskCutEnd(text: string, secrets: readonly string[]): string {
  const begun = secrets.map((secret) => {
    let length = Math.min(secret.length, text.length);
    while (length >= minSecretLength && !text.endsWith(secret.slice(0, length))) length--;
    return length;
  });
  const longest = Math.max(0, ...begun);
  return longest < minSecretLength ? text : `${text.slice(0, -longest)}${maskedSecret}`;
}

/** A value of a URL or of a form as it is written, and what it stands for. */
function asSent(value: string): string[] {
  try {
    return [value, decodeURIComponent(value.replaceAll('+', ' '))];
  } catch {
    return [value];
  }
}

/** A secret as a target may echo it: as it is, in a URL, in hexadecimal digits, in base64. */
function writtenForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret.toWellFormed()), bytes.toString('hex'), ...base64Forms(bytes)];
}

/** Shorter pieces of base64 stand in many texts by chance. */
const minBase64Length = 6;

/**
 * A secret in both alphabets of base64. Inside a longer text it may begin at any of three places of a group of 24 bits, which gives other
 * letters; those at its ends hold bits of its neighbours too, and are left out.
 */
function base64Forms(secret: Buffer): string[] {
  const whole = secret.toString('base64').replace(/=+$/, '');
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), secret]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6));
  });
  const forms = [whole, ...inside].filter((form) => form.length >= minBase64Length);
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
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
