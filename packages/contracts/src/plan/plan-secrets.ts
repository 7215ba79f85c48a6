/**
 * The secrets of a plan: kept sealed, answered as `•••`, never in a log, an export, a diff or a share. Headers, credentials
 * and keys are secret as a whole; in URLs, bodies and data rows it is the values of secret names.
 */

import { isSecretName, maskedSecret } from '../api/problem.ts';
import type { Data } from '../request/data-rows.ts';
import type { GrpcCall } from '../request/grpc-call.ts';
import type { PlannedRequest } from '../request/requests.ts';
import type { Target } from '../request/target.ts';
import {
  type ChangeText,
  holdsNone,
  type MapText,
  mapBodySecrets,
  mapBytesSecrets,
  mapCsvSecrets,
  mapFileSecrets,
  mapJsonSecrets,
  mapUrlSecrets,
  readBytes,
  type TextSecret,
  writeBytes,
} from '../request/text-secrets.ts';
import type { WebSocketPlan } from '../request/websocket.ts';
import type { Plan } from './plan.ts';

/** The form of a sealed text, wherever it stands. */
export const sealedText = /sealed:v1:[\w-]+(?:\.([\w-]+))?/;
const sealedMark = 'sealed:v1:';

/** A field of a plan that is a secret or holds some. */
export interface PlanSecret {
  /** Path in the plan. */
  readonly path: readonly (string | number)[];
  /** The name of the secret in a sentence, which also binds its sealed text to its place. */
  readonly name: string;
  /** The whole field. */
  readonly value: string;
  /** The secrets in it. A sealed field has one, which is its sealed text. */
  readonly parts: readonly TextSecret[];
  /** The field with each of its secrets changed. */
  change(change: ChangeText): string;
}
type Change = (secret: PlanSecret) => string;
type Path = PlanSecret['path'];

/** The field with its first secret replaced, and the others masked. */
export function hideSecrets(secret: PlanSecret, first: string = maskedSecret): string {
  let met = 0;
  return secret.change(() => (met++ === 0 ? first : maskedSecret));
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

/** The plan with each field that holds secrets changed. A field that a plan of an older version lacks is left out. */
export function mapSecrets(plan: Plan, change: Change): Plan {
  return {
    ...plan,
    ...(plan.target ? { target: withTarget(plan.target, ['target'], '', change) } : {}),
    ...(plan.requests ? { requests: plan.requests.map((request, index) => withRequest(request, index, change)) } : {}),
    ...(plan.connection ? { connection: withKey(plan.connection, change) } : {}),
    ...(plan.data ? { data: withRows(plan.data, change) } : {}),
  };
}

/** The plan as people see it. */
export function maskSecrets<Shown extends Plan>(plan: Shown): Shown {
  return { ...plan, ...mapSecrets(plan, (secret) => hideSecrets(secret)) };
}

/** A field that is a secret as a whole. */
function wholeField(path: Path, name: string, value: string, change: Change): string {
  if (holdsNone(value)) return value;
  const part = { key: '', value };
  return change({ path, name, value, parts: [part], change: (changePart) => changePart(part) });
}

/** A text that may hold secrets. One that was sealed is not walked: what it holds is sealed with it. */
function textField(path: Path, name: string, value: string, map: MapText, change: Change): string {
  if (value.includes(sealedMark)) {
    const sealed = { key: '', value: sealedText.exec(value)?.[0] ?? '' };
    const changeSealed = (changePart: ChangeText) => value.replace(sealedText, () => changePart(sealed));
    return change({ path, name, value, parts: [sealed], change: changeSealed });
  }
  const parts: TextSecret[] = [];
  map(value, (part) => {
    parts.push(part);
    return part.value;
  });
  return parts.length === 0 ? value : change({ path, name, value, parts, change: (changePart) => map(value, changePart) });
}

/**
 * A file that may hold secrets. It stays a file: sealed or masked where its secrets stood, so that readers and editors of plans find
 * base64 as ever.
 */
function fileField(path: Path, name: string, base64: string, change: Change): string {
  const bytes = readBytes(base64);
  if (bytes === null) return base64;
  const changed = textField(path, name, bytes, mapBytesSecrets, change);
  return changed === bytes ? base64 : writeBytes(changed);
}

function withRequest(request: PlannedRequest, index: number, change: Change): PlannedRequest {
  return { ...request, ...withTarget(request, ['requests', index], `requests.${request.name}.`, change) };
}

function withTarget(target: Target, path: Path, prefix: string, change: Change): Target {
  const whole = (below: readonly string[], name: string, value: string) =>
    wholeField([...path, ...below], `${prefix}${name}`, value, change);
  const headers = Object.entries(target.headers ?? {}).map(([name, value]) => [
    name,
    isSecretName(name) ? whole(['headers', name], name, value) : value,
  ]);
  const { auth, url, body, bodyFile } = target;
  return {
    ...target,
    ...(typeof url === 'string' ? { url: textField([...path, 'url'], `${prefix}url`, url, mapUrlSecrets, change) } : {}),
    headers: Object.fromEntries(headers),
    ...(auth && 'bearer' in auth ? { auth: { bearer: whole(['auth', 'bearer'], 'auth.bearer', auth.bearer) } } : {}),
    ...(auth && 'basic' in auth
      ? { auth: { basic: { ...auth.basic, password: whole(['auth', 'basic', 'password'], 'auth.basic.password', auth.basic.password) } } }
      : {}),
    ...(typeof body === 'string' ? { body: textField([...path, 'body'], `${prefix}body`, body, mapBodySecrets, change) } : {}),
    ...(bodyFile
      ? { bodyFile: { ...bodyFile, base64: fileField([...path, 'bodyFile', 'base64'], `${prefix}bodyFile`, bodyFile.base64, change) } }
      : {}),
    ...(target.grpc ? { grpc: withCall(target.grpc, [...path, 'grpc'], `${prefix}grpc.`, change) } : {}),
    ...(target.websocket ? { websocket: withSocket(target.websocket, [...path, 'websocket'], `${prefix}websocket.`, change) } : {}),
  };
}

function withCall(grpc: GrpcCall, path: Path, prefix: string, change: Change): GrpcCall {
  const metadata = Object.entries(grpc.metadata ?? {}).map(([name, value]) => [
    name,
    isSecretName(name) ? wholeField([...path, 'metadata', name], `${prefix}metadata.${name}`, value, change) : value,
  ]);
  const { message, messages } = grpc;
  return {
    ...grpc,
    metadata: Object.fromEntries(metadata),
    ...(message ? { message: jsonField([...path, 'message'], `${prefix}message`, message, change) } : {}),
    ...(messages ? { messages: jsonField([...path, 'messages'], `${prefix}messages`, messages, change) } : {}),
  };
}

/** The first message says who connects: it is a secret as a whole. */
function withSocket(websocket: WebSocketPlan, path: Path, prefix: string, change: Change): WebSocketPlan {
  const { messages, firstMessage } = websocket;
  const changed = messages?.map((message, index) => {
    const [at, name] = [[...path, 'messages', index], `${prefix}messages.${index}`];
    return typeof message === 'string'
      ? textField(at, name, message, mapBodySecrets, change)
      : { ...message, base64: fileField([...at, 'base64'], name, message.base64, change) };
  });
  return {
    ...websocket,
    ...(changed ? { messages: changed } : {}),
    ...(firstMessage ? { firstMessage: wholeField([...path, 'firstMessage'], `${prefix}firstMessage`, firstMessage, change) } : {}),
  };
}

/** A WebSocket's messages as people see them. */
export function maskSocket(websocket: WebSocketPlan): WebSocketPlan {
  return withSocket(websocket, [], '', (secret) => hideSecrets(secret));
}

/** A value that may hold secrets at any depth. */
function jsonField<Value>(path: Path, name: string, value: Value, change: Change): Value {
  const written = JSON.stringify(value);
  const changed = textField(path, name, written, (text, changePart) => mapJsonSecrets(text, changePart, true), change);
  return changed === written ? value : JSON.parse(changed);
}

/** The secrets in a request's URL, body and messages, as they are written there. */
export function findWrittenSecrets({
  url,
  body,
  bodyFile,
  grpc,
  websocket,
}: Pick<Target, 'url' | 'body' | 'bodyFile' | 'grpc'> & Partial<Pick<Target, 'websocket'>>): string[] {
  const found: string[] = [];
  const keep: ChangeText = ({ value }) => {
    found.push(value);
    return value;
  };
  mapUrlSecrets(url, keep);
  mapBodySecrets(body ?? '', keep);
  if (bodyFile) mapFileSecrets(bodyFile.base64, keep);
  if (grpc) mapJsonSecrets(JSON.stringify([grpc.message, grpc.messages]), keep);
  if (websocket) withSocket(websocket, [], '', (secret) => secret.change(keep));
  mapBodySecrets(websocket?.firstMessage ?? '', keep);
  return found;
}

/** The data rows as people see them. */
export function maskRows(data: Data): Data {
  return withRows(data, (secret) => hideSecrets(secret));
}

function withRows(data: Data, change: Change): Data {
  if (typeof data.text !== 'string') return data;
  const map: MapText = data.format === 'csv' ? mapCsvSecrets : (text, changePart) => mapJsonSecrets(text, changePart, true);
  return { ...data, text: textField(['data', 'text'], 'data.text', data.text, map, change) };
}

function withKey(connection: Plan['connection'], change: Change): Plan['connection'] {
  const { tls } = connection;
  if (!tls?.clientCertificate) return connection;
  const name = 'connection.tls.clientCertificate.key';
  const key = wholeField(name.split('.'), name, tls.clientCertificate.key, change);
  return { ...connection, tls: { ...tls, clientCertificate: { ...tls.clientCertificate, key } } };
}
