/** One request as the form holds it, text as typed: the plan's target, or one of its requests. */
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
import type { Extraction, PlannedRequest } from '@plimsoll/contracts/requests';
import type { Auth, Target } from '@plimsoll/contracts/target';
import { formWords } from '@plimsoll/wording/en/form';
import { type CallRow, callRow, emptyCall, readCall } from './call-row.ts';
import { type CheckRow, checkRow, readCheck } from './check-row.ts';
import type { Reader } from './reader.ts';
import { isBlank, listPairs, type Pair, readRecord, refuseTwins } from './rows.ts';

export const authKinds = ['none', 'basic', 'bearer'] as const;
export interface AuthRow {
  readonly kind: (typeof authKinds)[number];
  readonly username: string;
  readonly password: string;
  readonly token: string;
}
export const bodyKinds = ['none', 'text', 'bytes', 'file'] as const;
export interface BodyRow {
  readonly kind: (typeof bodyKinds)[number];
  /** An empty text is an empty body; null is none. */
  readonly text: string | null;
  readonly bytes: string;
  readonly file: Target['bodyFile'];
}
export const extractKinds = ['path', 'header', 'regex'] as const;
export interface ExtractRow {
  readonly name: string;
  readonly from: (typeof extractKinds)[number];
  readonly value: string;
  /** Group of the regular expression. */
  readonly group: string;
}
export interface RequestRow {
  /** Key of the row while rows move; known to the page only. */
  readonly key: number;
  /** Fields of a later version, kept as they are. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly weight: string;
  readonly method: Target['method'];
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly auth: AuthRow;
  readonly body: BodyRow;
  /** Is it a gRPC call? Then method, headers and body wait until it is HTTP again; else `call` waits. */
  readonly isCall: boolean;
  readonly call: CallRow;
  /** Is it a WebSocket? Then method and body wait; else `websocket`, which is as a plan has it, waits. */
  readonly isSocket: boolean;
  readonly websocket: Target['websocket'];
  /** The WebSocket as it sent last: what it sends waits while it only listens. Null: it never did. */
  readonly sending: Target['websocket'];
  /** As the plan has it; a number that cannot be read stands there as it was typed. */
  readonly stream: Target['stream'];
  readonly extract: readonly ExtractRow[];
  readonly checks: readonly CheckRow[];
}

export const noAuth: AuthRow = { kind: 'none', username: '', password: '', token: '' };
export const noBody: BodyRow = { kind: 'none', text: null, bytes: '', file: null };
const known = new Set('name weight url method headers auth body bodyBytes bodyFile stream grpc websocket extract checks'.split(' '));

const defaults = planDefaults();
export const emptyExtract: ExtractRow = { name: '', from: 'path', value: '', group: String(defaults.group) };
/** A request that says nothing yet: what the schema would fill in. */
export const emptyRequest: RequestRow = { ...requestRow(defaults.request, 0), name: '', url: '' };

export function requestRow(request: PlannedRequest, key: number): RequestRow {
  const { bodyBytes, bodyFile, body, grpc } = request;
  return {
    key,
    extra: Object.fromEntries(Object.entries(request).filter(([name]) => !known.has(name))),
    name: request.name,
    weight: String(request.weight),
    method: request.method,
    url: request.url,
    headers: listPairs(request.headers),
    auth: authRow(request.auth),
    body: {
      kind: bodyBytes !== null ? 'bytes' : bodyFile ? 'file' : body !== null ? 'text' : 'none',
      text: body,
      bytes: bodyBytes === null ? '' : String(bodyBytes),
      file: bodyFile,
    },
    stream: request.stream ?? null,
    isCall: grpc !== null,
    call: grpc ? callRow(grpc) : emptyCall,
    isSocket: (request.websocket ?? null) !== null,
    websocket: request.websocket ?? null,
    sending: null,
    extract: Object.entries(request.extract).map(([name, extraction]) => ({ ...extractRow(extraction), name })),
    checks: request.checks.map(checkRow),
  };
}

function authRow(auth: Auth | null): AuthRow {
  if (!auth) return noAuth;
  if ('bearer' in auth) return { ...noAuth, kind: 'bearer', token: auth.bearer };
  return { ...noAuth, kind: 'basic', username: auth.basic.username, password: auth.basic.password };
}

function extractRow(extraction: Extraction): ExtractRow {
  if (typeof extraction === 'string') return { ...emptyExtract, value: extraction };
  if ('header' in extraction) return { ...emptyExtract, from: 'header', value: extraction.header };
  return { ...emptyExtract, from: 'regex', value: extraction.regex, group: String(extraction.group) };
}

/** Reads the fields that a target and a request share; `pointer` is where it stands in the plan. */
export function readTarget(row: RequestRow, pointer: string, read: Reader): Record<string, unknown> {
  const { url, auth, extra } = row;
  if (row.isCall)
    return {
      ...extra,
      url,
      auth: readAuth(auth),
      method: defaults.request.method,
      headers: {},
      ...readBody(noBody, pointer, read),
      stream: null,
      grpc: readCall(row.call, `${pointer}/grpc`, read),
      websocket: null,
    };
  if (row.isSocket)
    return {
      ...extra,
      url,
      method: defaults.request.method,
      headers: readRecord(row.headers, `${pointer}/headers`, read.refuse),
      auth: readAuth(auth),
      ...readBody(noBody, pointer, read),
      grpc: null,
      websocket: row.websocket,
    };
  return {
    ...extra,
    url,
    method: row.method,
    headers: readRecord(row.headers, `${pointer}/headers`, read.refuse),
    auth: readAuth(auth),
    ...readBody(row.body, pointer, read),
    stream: row.stream,
    grpc: null,
    websocket: null,
  };
}

export function readRequest(row: RequestRow, pointer: string, sequence: boolean, read: Reader): Record<string, unknown> {
  const rows = row.extract.filter((one) => !isBlank.pair(one));
  refuseTwins(
    rows.map((one) => one.name),
    `${pointer}/extract`,
    read.refuse,
  );
  return {
    ...readTarget(row, pointer, read),
    name: row.name.trim(),
    // A sequence has no weights: what was typed comes back with the mix.
    weight: sequence
      ? defaults.request.weight
      : (read.number(row.weight, `${pointer}/weight`) ?? refuseEmpty(`${pointer}/weight`, formWords.whichShare, read)),
    extract: Object.fromEntries(rows.map((one) => [one.name, readExtraction(one, `${pointer}/extract/${one.name}`, read)])),
    checks: readChecks(row.checks, `${pointer}/checks`, read),
  };
}

export function readChecks(rows: readonly CheckRow[], pointer: string, read: Reader): unknown[] {
  return rows.filter((row) => !isBlankCheck(row)).map((row, index) => readCheck(row, `${pointer}/${index}`, read));
}

export const isBlankCheck = (row: CheckRow) => row.value === '' && row.name === '';

function readAuth({ kind, username, password, token }: AuthRow): Auth | null {
  if (kind === 'none') return null;
  return kind === 'basic' ? { basic: { username, password } } : { bearer: token };
}

function readBody({ kind, text, bytes, file }: BodyRow, pointer: string, read: Reader) {
  const empty = text === '' ? '' : null;
  const at = `${pointer}/bodyBytes`;
  if (kind === 'file' && !file) read.refuse(`${pointer}/bodyFile`, formWords.whichFile);
  return {
    body: kind === 'text' ? (text ?? '') : empty,
    bodyBytes: kind === 'bytes' ? (read.number(bytes, at) ?? refuseEmpty(at, formWords.howManyBytes, read)) : null,
    bodyFile: kind === 'file' ? file : null,
  };
}

function readExtraction({ from, value, group }: ExtractRow, pointer: string, read: Reader): unknown {
  if (from === 'path') return value;
  if (from === 'header') return { header: value };
  return { regex: value, group: read.number(group, `${pointer}/group`) };
}

/** For a number that has no default: null, and a sentence where none stands there yet. */
function refuseEmpty(pointer: string, message: string, read: Reader): null {
  if (!read.problems.some((problem) => problem.field === pointer)) read.refuse(pointer, message);
  return null;
}
