/** Checks as rows of the form: kind, value as typed, and a header's name. */
import type { Check } from '@plimsoll/contracts/check';

export const checkKinds = ['status', 'bodyContains', 'header', 'maxResponseTime', 'maxBodyBytes', 'other'] as const;
export type CheckKind = (typeof checkKinds)[number];
export interface CheckRow {
  readonly kind: CheckKind;
  /** Header name; empty for other kinds. */
  readonly name: string;
  readonly value: string;
}
/** Reads what must be a number; notes a problem at the pointer where it is none. */
export interface Reader {
  number(text: string, pointer: string): number | undefined;
}

export function checkRow(check: Check): CheckRow {
  if ('status' in check) {
    const { status } = check;
    return {
      kind: 'status',
      name: '',
      value: Array.isArray(status) ? `${status.join(', ')}${status.length === 1 ? ',' : ''}` : String(status),
    };
  }
  if ('bodyContains' in check) return { kind: 'bodyContains', name: '', value: check.bodyContains };
  if ('header' in check) return { kind: 'header', name: check.header.name, value: check.header.contains };
  if ('maxBodyBytes' in check) return { kind: 'maxBodyBytes', name: '', value: String(check.maxBodyBytes) };
  if ('maxResponseTime' in check) return { kind: 'maxResponseTime', name: '', value: check.maxResponseTime };
  // A kind the form has no fields for stays as JSON, so that no check is lost.
  return { kind: 'other', name: '', value: JSON.stringify(check) };
}

export function checkOf(row: CheckRow, index: number, read: Reader): unknown {
  const value = row.value;
  if (row.kind === 'status') {
    const numbers = value.split(',').map((part) => part.trim());
    if (numbers.length > 1) return { status: numbers.filter(Boolean).map(Number) };
    return { status: /^\d+$/.test(value.trim()) ? Number(value) : value.trim() };
  }
  if (row.kind === 'header') return { header: { name: row.name, contains: value } };
  if (row.kind === 'maxBodyBytes') return { maxBodyBytes: read.number(value, `/checks/${index}/maxBodyBytes`) };
  if (row.kind === 'maxResponseTime') return { maxResponseTime: value.replace(/\s/g, '') };
  if (row.kind === 'other') return parsed(value);
  return { bodyContains: value };
}

/** JSON as typed; what cannot be read is left for the schema to refuse. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
