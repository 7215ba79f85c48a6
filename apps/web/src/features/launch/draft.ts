/** The unsent form survives a reload. A draft belongs to what it was opened from (a run, a plan, or nothing). */
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
  localStorage.setItem(key, JSON.stringify({ source, values }));
}
