/**
 * The unsent form survives a reload. A draft belongs to what it was opened from (a run, a plan, or nothing). What its name says
 * is a secret is not written down: it comes back as `•••`, which the server asks to type again.
 */
import { maskedSecret } from '@plimsoll/contracts/connection';
import { isSecretName } from '@plimsoll/contracts/problem';
import { emptyForm, type FormValues } from './form-values.ts';

const key = 'plimsoll.draft';

export function loadDraft(source: string): FormValues | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (kept === null || typeof kept !== 'object' || !('values' in kept) || !('source' in kept) || kept.source !== source) return null;
    return { ...emptyForm, ...(kept.values as Partial<FormValues>) };
  } catch {
    return null;
  }
}

export function keepDraft(source: string, values: FormValues): void {
  const headers = values.headers.map((row) => (isSecretName(row.name) && row.value !== '' ? { ...row, value: maskedSecret } : row));
  const { clientCertificate } = values.tls;
  const tls = { ...values.tls, clientCertificate: clientCertificate && { ...clientCertificate, key: maskedSecret } };
  localStorage.setItem(key, JSON.stringify({ source, values: { ...values, headers, tls } }));
}
