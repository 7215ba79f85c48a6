/** Checks as rows of the form: kind, value as typed, and what the value is looked for in. */
import type { Check } from '@plimsoll/contracts/check';
import type { Reader } from './reader.ts';

export const checkKinds = ['status', 'bodyContains', 'jsonPath', 'header', 'maxResponseTime', 'maxBodyBytes'] as const;
/** `other`: a kind of a later version, kept as JSON. */
export type CheckKind = (typeof checkKinds)[number] | 'other';
export const jsonTypes = ['text', 'number', 'true', 'false', 'null'] as const;
export type JsonType = (typeof jsonTypes)[number];
export interface CheckRow {
  readonly kind: CheckKind;
  /** Header name or JSON path; empty for other kinds. */
  readonly name: string;
  readonly value: string;
  /** What a JSON path must hold; `true`, `false` and `null` need no value. */
  readonly type: JsonType;
}

export const emptyCheck: CheckRow = { kind: 'status', name: '', value: '', type: 'text' };

export function checkRow(check: Check): CheckRow {
  if ('status' in check) {
    const { status } = check;
    const value = Array.isArray(status) ? `${status.join(', ')}${status.length === 1 ? ',' : ''}` : String(status);
    return { ...emptyCheck, kind: 'status', value };
  }
  if ('bodyContains' in check) return { ...emptyCheck, kind: 'bodyContains', value: check.bodyContains };
  if ('header' in check) return { ...emptyCheck, kind: 'header', name: check.header.name, value: check.header.contains };
  if ('jsonPath' in check) {
    const { path, equals } = check.jsonPath;
    const typed = typeof equals === 'string' || typeof equals === 'number';
    return {
      kind: 'jsonPath',
      name: path,
      value: typed ? String(equals) : '',
      type: typeof equals === 'string' ? 'text' : typeof equals === 'number' ? 'number' : (String(equals) as JsonType),
    };
  }
  if ('maxBodyBytes' in check) return { ...emptyCheck, kind: 'maxBodyBytes', value: String(check.maxBodyBytes) };
  if ('maxResponseTime' in check) return { ...emptyCheck, kind: 'maxResponseTime', value: check.maxResponseTime };
  return { ...emptyCheck, kind: 'other', value: JSON.stringify(check) };
}

/** `pointer` is where the check stands in the plan. */
export function readCheck(row: CheckRow, pointer: string, read: Reader): unknown {
  const value = row.value;
  if (row.kind === 'status') {
    const numbers = value.split(',').map((part) => part.trim());
    if (numbers.length > 1) return { status: numbers.filter(Boolean).map(Number) };
    return { status: /^\d+$/.test(value.trim()) ? Number(value) : value.trim() };
  }
  if (row.kind === 'header') return { header: { name: row.name, contains: value } };
  if (row.kind === 'jsonPath') return { jsonPath: { path: row.name, equals: readEquals(row, `${pointer}/jsonPath/equals`, read) } };
  if (row.kind === 'maxBodyBytes') return { maxBodyBytes: read.number(value, `${pointer}/maxBodyBytes`) };
  if (row.kind === 'maxResponseTime') return { maxResponseTime: value.replace(/\s/g, '') };
  if (row.kind === 'other') return parsed(value);
  return { bodyContains: value };
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
