/** Checks as rows of the form: kind, value as typed, and what the value is looked for in. */
import type { Check, CheckedMessage } from '@plimsoll/contracts/check';
import type { Reader } from './reader.ts';

export const checkKinds = ['status', 'bodyContains', 'jsonPath', 'header', 'maxResponseTime', 'maxBodyBytes'] as const;
export const callCheckKinds = ['grpcStatus', 'jsonPath', 'messageCount', 'maxResponseTime', 'maxBodyBytes'] as const;
/** `other`: a kind of a later version, kept as JSON. */
export type CheckKind = (typeof checkKinds)[number] | (typeof callCheckKinds)[number] | 'other';
export const jsonTypes = ['text', 'number', 'true', 'false', 'null'] as const;
export type JsonType = (typeof jsonTypes)[number];
export interface CheckRow {
  readonly kind: CheckKind;
  /** Header name, JSON path or least number of messages; empty for other kinds. */
  readonly name: string;
  readonly value: string;
  /** The type that a JSON path must hold; `true`, `false` and `null` need no value. */
  readonly type: JsonType;
  /** The messages of a gRPC call that a JSON path looks into; null: it does not say, and all are meant. */
  readonly message: CheckedMessage | null;
}

export const emptyCheck: CheckRow = { kind: 'status', name: '', value: '', type: 'text', message: null };

export function checkRow(check: Check): CheckRow {
  if ('status' in check) {
    return { ...emptyCheck, kind: 'status', value: writeList(check.status) };
  }
  if ('grpcStatus' in check) return { ...emptyCheck, kind: 'grpcStatus', value: writeList(check.grpcStatus) };
  if ('messageCount' in check) {
    const { min, max } = check.messageCount;
    return { ...emptyCheck, kind: 'messageCount', name: String(min ?? ''), value: String(max ?? '') };
  }
  if ('bodyContains' in check) return { ...emptyCheck, kind: 'bodyContains', value: check.bodyContains };
  if ('header' in check) return { ...emptyCheck, kind: 'header', name: check.header.name, value: check.header.contains };
  if ('jsonPath' in check) {
    const { path, equals, message = null } = check.jsonPath;
    const typed = typeof equals === 'string' || typeof equals === 'number';
    return {
      kind: 'jsonPath',
      name: path,
      message,
      value: typed ? String(equals) : '',
      type: typeof equals === 'string' ? 'text' : typeof equals === 'number' ? 'number' : (String(equals) as JsonType),
    };
  }
  if ('maxBodyBytes' in check) return { ...emptyCheck, kind: 'maxBodyBytes', value: String(check.maxBodyBytes) };
  if ('maxResponseTime' in check) return { ...emptyCheck, kind: 'maxResponseTime', value: check.maxResponseTime };
  return { ...emptyCheck, kind: 'other', value: JSON.stringify(check) };
}

/** A comma behind the only one says that it is a list. */
function writeList(said: number | string | readonly (number | string)[]): string {
  return Array.isArray(said) ? `${said.join(', ')}${said.length === 1 ? ',' : ''}` : String(said);
}

/** `pointer` is where the check stands in the plan. */
export function readCheck(row: CheckRow, pointer: string, read: Reader): unknown {
  const value = row.value;
  if (row.kind === 'status') {
    const numbers = readList(value);
    if (Array.isArray(numbers)) return { status: numbers.map(Number) };
    return { status: /^\d+$/.test(numbers) ? Number(value) : numbers };
  }
  if (row.kind === 'grpcStatus') return { grpcStatus: readList(value.toUpperCase()) };
  if (row.kind === 'messageCount') return { messageCount: readCount(row, `${pointer}/messageCount`, read) };
  if (row.kind === 'header') return { header: { name: row.name, contains: value } };
  if (row.kind === 'jsonPath') return { jsonPath: readJsonPath(row, `${pointer}/jsonPath`, read) };
  if (row.kind === 'maxBodyBytes') return { maxBodyBytes: read.number(value, `${pointer}/maxBodyBytes`) };
  if (row.kind === 'maxResponseTime') return { maxResponseTime: value.replace(/\s/g, '') };
  if (row.kind === 'other') return parsed(value);
  return { bodyContains: value };
}

function readList(value: string): string | string[] {
  const parts = value.split(',').map((part) => part.trim());
  return parts.length > 1 ? parts.filter(Boolean) : value.trim();
}

function readCount({ name, value }: CheckRow, pointer: string, read: Reader) {
  const [min, max] = [read.number(name, `${pointer}/min`), read.number(value, `${pointer}/max`)];
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function readJsonPath(row: CheckRow, pointer: string, read: Reader) {
  const { name, message } = row;
  return { path: name, equals: readEquals(row, `${pointer}/equals`, read), ...(message ? { message } : {}) };
}

function readEquals({ type, value }: CheckRow, pointer: string, read: Reader): unknown {
  if (type === 'text') return value;
  if (type !== 'number') return JSON.parse(type);
  return read.needed(value, pointer);
}

/** JSON as typed; what cannot be read is left for the schema to refuse. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
