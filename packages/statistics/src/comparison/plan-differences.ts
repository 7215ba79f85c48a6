/** In what two plans differ, field by field, without a secret or a body in it: what people read above a comparison. */
import type { PlanDifference, ToldValue } from '@plimsoll/contracts/comparison';
import { dataSchema } from '@plimsoll/contracts/data-rows';
import { grpcCallSchema } from '@plimsoll/contracts/grpc-call';
import { loadSchema, type Plan } from '@plimsoll/contracts/plan';
import { withoutDefaults } from '@plimsoll/contracts/plan-defaults';
import { isSecretName, maskedSecret as masked } from '@plimsoll/contracts/problem';
import type { PlannedRequest } from '@plimsoll/contracts/requests';
import type { Target } from '@plimsoll/contracts/target';
import { webSocketSchema } from '@plimsoll/contracts/websocket';
import { sayDifference } from '@plimsoll/wording/comparability-sentence';

/** Fields of a plan that change no number: never a difference. */
const silent = new Set(['$schema', 'version', 'name', 'tags', 'note', 'thresholds', 'autoStop', 'resources']);

interface Leaf {
  /** Dotted path; of one request among several `requests[login].url`. */
  readonly field: string;
  /** The setting it belongs to: a load's shape varies as one, and so does one field over several requests. */
  readonly setting: string;
  /** The value that is compared; never shown. */
  readonly value: unknown;
  readonly shown: string | ToldValue;
  /** It goes without saying: a plan without the field differs in nothing. */
  readonly usual?: boolean;
}

export interface FoundDifference extends PlanDifference {
  readonly setting: string;
}

/**
 * Two 32-bit hashes of the UTF-16 units side by side, as 16 hex digits: FNV-1a, and a mix of our own after it (each unit with its
 * position, factor 0x85ebca6b). Not FNV-1a of 64 bits, and no secret is protected by it: it tells two bodies apart without showing either.
 */
export function fingerprint(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ (unit + i), 0x85ebca6b);
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Query values under secret names are masked; the rest of a URL is what people compare. */
function maskedUrl(text: string): string {
  return text.replace(/([?&])([^=&#]*)=([^&#]*)/g, (all, mark: string, name: string) =>
    isSecretName(name) ? `${mark}${name}=${masked}` : all,
  );
}

const none: ToldValue = { kind: 'none' };
const printOf = (text: string | null): ToldValue =>
  text === null ? none : { kind: 'text', characters: text.length, mark: fingerprint(text) };

function fileText(file: Target['bodyFile']): ToldValue {
  if (file === null) return none;
  const bytes = (file.base64.length / 4) * 3 - (/=*$/.exec(file.base64)?.[0].length ?? 0);
  return { kind: 'file', name: file.name, bytes, mark: fingerprint(file.base64) };
}

function authText(auth: Target['auth']): string | ToldValue {
  if (auth === null) return none;
  return 'bearer' in auth ? `bearer ${masked}` : `basic ${auth.basic.username}:${masked}`;
}

/** The content of one request, field by field. Fields that a plan of an older version lacks are left out. */
function targetLeaves(target: Target, path: string, kind: 'target' | 'requests'): Leaf[] {
  const leaf = <Field extends keyof Target>(field: Field, show: (value: Target[Field]) => string | ToldValue): Leaf[] =>
    target[field] === undefined
      ? []
      : [{ field: `${path}.${field}`, setting: `${kind}.${field}`, value: target[field], shown: show(target[field]) }];
  const headers = Object.entries(target.headers ?? {}).map(
    ([name, value]): Leaf => ({
      field: `${path}.headers.${name}`,
      setting: `${kind}.headers`,
      value,
      shown: isSecretName(name) ? masked : value,
    }),
  );
  return [
    ...leaf('url', maskedUrl),
    ...leaf('method', String),
    ...headers,
    ...leaf('auth', authText),
    ...leaf('body', printOf),
    ...leaf('bodyBytes', (bytes) => (bytes === null ? none : { kind: 'bytes', bytes })),
    ...leaf('bodyFile', fileText),
    ...streamLeaves(target.stream, path, kind),
    ...callLeaves(target.grpc ?? null, path, kind),
    ...socketLeaves(target.websocket ?? null, path, kind),
  ];
}

/** A stream by its form, then each setting that the plan gives. */
function streamLeaves(stream: Target['stream'] | undefined, path: string, kind: 'target' | 'requests'): Leaf[] {
  if (stream === undefined) return [];
  const { as, tokens, ...settings } = stream === null || typeof stream === 'string' ? { as: stream } : stream;
  const own = { ...settings, ...(tokens && { tokens: typeof tokens === 'string' ? { shape: tokens } : tokens }) };
  const setting = `${kind}.stream`;
  return [
    { field: `${path}.stream`, setting, value: as, shown: as ?? none },
    ...settingLeaves(own, `${path}.stream`).map((leaf) => ({ ...leaf, setting, shown: leaf.value === null ? none : leaf.shown })),
  ];
}

/** The fields of a gRPC call: definitions and messages by their prints. */
function callLeaves(grpc: Target['grpc'], path: string, kind: 'target' | 'requests'): Leaf[] {
  const show = (field: string, value: unknown): string | ToldValue => {
    if (value === null) return none;
    if (['proto', 'descriptorSet', 'message', 'messages'].includes(field)) return printOf(JSON.stringify(value));
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const { metadata = {}, ...fields } = grpc ?? {};
  const isUsual = usualFields(grpcCallSchema, grpc);
  return [
    ...Object.entries(fields).map(([field, value]) => ({
      field: `grpc.${field}`,
      value,
      shown: show(field, value),
      usual: isUsual(field),
    })),
    ...Object.entries(metadata).map(([name, value]) => ({
      field: `grpc.metadata.${name}`,
      value,
      shown: isSecretName(name) ? masked : value,
    })),
  ].map(({ field, ...leaf }): Leaf => ({ field: `${path}.${field}`, setting: `${kind}.grpc`, ...leaf }));
}

/** The fields of a WebSocket: messages by their prints, the first one is a secret. */
function socketLeaves(websocket: Target['websocket'], path: string, kind: 'target' | 'requests'): Leaf[] {
  const isUsual = usualFields(webSocketSchema, websocket);
  return Object.entries(websocket ?? {}).map(([field, value]): Leaf => {
    const plain = typeof value === 'string' ? value : JSON.stringify(value);
    const told = field === 'firstMessage' ? masked : field === 'messages' ? printOf(plain) : plain;
    const shown = value === null ? none : told;
    return { field: `${path}.websocket.${field}`, setting: `${kind}.websocket`, value, shown, usual: isUsual(field) };
  });
}

/** Tells the fields of a call or a socket that its schema would fill in. */
function usualFields(schema: Parameters<typeof withoutDefaults>[0], value: object | null): (field: string) => boolean {
  const told = Object.keys(withoutDefaults(schema, value) ?? {});
  return (field) => !told.includes(field);
}

function requestLeaves(request: PlannedRequest): Leaf[] {
  const path = `requests[${request.name}]`;
  const { weight, extract, checks } = request;
  const own = Object.entries({ weight, extract, checks }).map(
    ([field, value]): Leaf => ({ field: `${path}.${field}`, setting: `requests.${field}`, value, shown: JSON.stringify(value) }),
  );
  return [...targetLeaves(request, path, 'requests'), ...own];
}

/** A request that only one plan has, in a few words. */
function wholeRequest(field: string, { method, url }: Target): Leaf {
  return { field, setting: 'requests', value: [method, url], shown: `${method} ${maskedUrl(url)}` };
}

/** The requests: by the names both plans know, else as a whole. */
function requestedLeaves(plan: Plan, other: Plan): Leaf[] {
  if (plan.target) return other.target ? targetLeaves(plan.target, 'target', 'target') : [wholeRequest('target', plan.target)];
  const requests = plan.requests ?? [];
  const theirs = new Set((other.requests ?? []).map(({ name }) => name));
  const shared = requests.filter(({ name }) => theirs.has(name));
  const order = shared.map(({ name }) => name);
  return [
    ...(order.length > 0 ? [{ field: 'requests', setting: 'requests', value: order, shown: order.join(', ') }] : []),
    ...requests.flatMap((one) => (theirs.has(one.name) ? requestLeaves(one) : [wholeRequest(`requests[${one.name}]`, one)])),
  ];
}

/** Dotted leaves of the rest of a plan; arrays are one leaf, so that stages read as a whole. */
function settingLeaves(value: unknown, path: string): Leaf[] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => settingLeaves(inner, `${path}.${key}`));
  const setting = /^(load|data)\./.exec(path)?.[1] ?? path;
  return [{ field: path, setting, value, shown: settingText(path, value) }];
}

function settingText(field: string, value: unknown): string | ToldValue {
  if (field === 'data.text') return printOf(value === null ? null : String(value));
  if (field.endsWith('clientCertificate.key')) return masked;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listLeaves(plan: Plan, other: Plan): Map<string, Leaf> {
  const { target: _target, requests: _requests, ...rest } = plan;
  const settings = Object.entries(rest).filter(([key]) => !silent.has(key));
  const leaves = [...requestedLeaves(plan, other), ...settings.flatMap(([key, value]) => settingLeaves(value, key).map(usualIn(plan)))];
  return new Map(leaves.map((leaf) => [leaf.field.replace(callOrSocket, '.'), leaf]));
}

/** Messages of a call and of a socket have settings of one name, which are told as one. */
const callOrSocket = /\.(?:grpc|websocket)\.(?!metadata\.)/;

/** Marks what goes without saying of a load of another model, and of data rows that the other plan lacks. */
function usualIn({ load, data }: Plan): (leaf: Leaf) => Leaf {
  const ofLoad = usualFields(loadSchema, load);
  const ofData = usualFields(dataSchema, data);
  return (leaf) => {
    const [, part, field = ''] = /^(load|data)\.([^.]+)$/.exec(leaf.field) ?? [];
    if (part === undefined) return leaf;
    return { ...leaf, usual: part === 'load' ? ofLoad(field) : field === 'format' || ofData(field) };
  };
}

function valuesOf(base: Leaf['shown'] | null, candidate: Leaf['shown'] | null): Pick<PlanDifference, 'base' | 'candidate' | 'codes'> {
  const own = (value: Leaf['shown'] | null) => (value === null || typeof value === 'string' ? value : '');
  const code = (value: Leaf['shown'] | null) => (value === null || typeof value === 'string' ? null : value);
  const codes = { base: code(base), candidate: code(candidate) };
  return { base: own(base), candidate: own(candidate), ...(codes.base || codes.candidate ? { codes } : {}) };
}

export function planDifferences(base: Plan, candidate: Plan): FoundDifference[] {
  const left = listLeaves(base, candidate);
  const right = listLeaves(candidate, base);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key): FoundDifference[] => {
    const [b, c] = [left.get(key), right.get(key)];
    const same = JSON.stringify(b?.value ?? null) === JSON.stringify(c?.value ?? null);
    // Of one plan alone, or of a call and a socket.
    const apart = b?.field !== c?.field;
    if (same || (apart && [b, c].every((leaf) => !leaf || leaf.usual))) return [];
    const { field, setting } = (b ?? c) as Leaf;
    return [sayDifference({ field, ...valuesOf(b?.shown ?? null, c?.shown ?? null), kind: 'plan' })].map((one) => ({ ...one, setting }));
  });
}
