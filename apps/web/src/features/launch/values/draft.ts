/**
 * The unsent form survives a reload. A draft belongs to what it was opened from (a run, a plan, or nothing). What is a secret
 * is not written down: it comes back as `•••`, which the server asks to type again.
 */
import { maskedSecret } from '@plimsoll/contracts/connection';
import { maskRows } from '@plimsoll/contracts/plan-secrets';
import { isSecretName } from '@plimsoll/contracts/problem';
import { holdsNone, mapBodySecrets, mapUrlSecrets } from '@plimsoll/contracts/text-secrets';
import { emptyForm } from './empty-form.ts';
import type { FormValues } from './form-values.ts';
import type { RequestRow } from './request-row.ts';

const key = 'plimsoll.draft';
/** A draft of another version of the form is left alone: its fields have other meanings. */
const version = 2;

/** A draft that names no client was kept before there was a choice: it went over raw sockets, and goes on to. */
const beforeClients = { client: 'wire' } satisfies Partial<FormValues>;

export function loadDraft(source: string): FormValues | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { version?: unknown; source?: unknown; values?: unknown } | null;
    if (kept?.version !== version || kept.source !== source || typeof kept.values !== 'object') return null;
    return { ...emptyForm, ...beforeClients, ...(kept.values as Partial<FormValues>) };
  } catch {
    return null;
  }
}

export function keepDraft(source: string, values: FormValues): void {
  const { tls } = values;
  const masked = {
    ...values,
    requestRows: values.requestRows.map(withoutSecrets),
    data: values.data && maskRows(values.data),
    tls: { ...tls, key: tls.key && maskedSecret },
  };
  try {
    localStorage.setItem(key, JSON.stringify({ version, source, values: masked }));
  } catch {
    // Files may be larger than the browser keeps; an older draft would be worse than none.
    localStorage.removeItem(key);
  }
}

function withoutSecrets(row: RequestRow): RequestRow {
  return {
    ...row,
    url: mapUrlSecrets(row.url, () => maskedSecret),
    body: { ...row.body, text: row.body.text && mapBodySecrets(row.body.text, () => maskedSecret) },
    headers: row.headers.map((header) => (isSecretName(header.name) ? { ...header, value: maskedText(header.value) } : header)),
    auth: { ...row.auth, password: maskedText(row.auth.password), token: maskedText(row.auth.token) },
  };
}

const maskedText = (text: string) => (text === '' || holdsNone(text) ? text : maskedSecret);
