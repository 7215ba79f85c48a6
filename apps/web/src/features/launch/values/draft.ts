/**
 * The unsent form survives a reload. A draft belongs to its tab, and to what it was opened from (a run, a plan, or nothing). One that
 * was left, or that another tab wrote, is offered only: a form begins as what it was opened from says.
 *
 * Secrets are not written down: they come back as `•••`, which the server asks to type again. A text in YAML is kept with its mistakes,
 * and goes with its tab: what looks like a secret in it is masked by its name alone.
 */

import { maskRows, maskSocket } from '@plimsoll/contracts/plan-secrets';
import { isSecretName, maskedSecret } from '@plimsoll/contracts/problem';
import { holdsNone, mapBodySecrets, mapFileSecrets, mapJsonSecrets, mapUrlSecrets } from '@plimsoll/contracts/text-secrets';
import { readMessages } from './call-messages.ts';
import type { CallRow } from './call-row.ts';
import { emptyForm } from './empty-form.ts';
import type { FormValues } from './form-values.ts';
import { maskYaml } from './masked-yaml.ts';
import { emptyRequest, type RequestRow } from './request-row.ts';
import type { Pair } from './rows.ts';

const key = 'plimsoll.draft';
/** A draft of another version of the form is left alone: its fields have other meanings. */
const version = 2;

export interface Draft {
  readonly values: FormValues;
  /** The text as it stands where the plan is written as YAML, else null. */
  readonly yaml: string | null;
  /** Revision of the saved plan the draft began from; null without one. */
  readonly revision: number | null;
}

/** A draft that names no client was kept before there was a choice: it went over raw sockets, and goes on to. */
const beforeClients = { client: 'wire' } satisfies Partial<FormValues>;

/** Did this page of the browser keep it? Else it is of one before: gone on with where that was loaded again, not where another was asked for. */
let keptHere = false;
const isLoadedAgain = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type !== 'navigate';

/** `goesOn`: it is the form that stood here a moment ago. */
export function loadDraft(source: string): (Draft & { readonly goesOn: boolean }) | null {
  const own = readKept(sessionStorage, source);
  const kept = own ?? readKept(localStorage, source);
  return (
    kept && {
      values: whole(kept.values as Partial<FormValues>),
      yaml: typeof kept.yaml === 'string' ? kept.yaml : null,
      revision: typeof kept.revision === 'number' ? kept.revision : null,
      goesOn: own !== null && own.left !== true && (keptHere || isLoadedAgain()),
    }
  );
}

function readKept(storage: Storage, source: string): Record<string, unknown> | null {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Record<string, unknown> | null;
    return kept?.version === version && kept.source === source && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/** The person went elsewhere, or began anew. */
export function leaveDraft(source: string): void {
  const kept = readKept(sessionStorage, source);
  if (kept) write(sessionStorage, { ...kept, left: true });
}

/** With what the form had not yet when the draft was kept. */
function whole(kept: Partial<FormValues>): FormValues {
  const rows = kept.requestRows ?? emptyForm.requestRows;
  return { ...emptyForm, ...beforeClients, ...kept, requestRows: rows.map((row) => ({ ...emptyRequest, ...row })) };
}

export function keepDraft(source: string, { values, yaml, revision }: Draft): void {
  keptHere = true;
  const { tls, waitingModel } = values;
  const masked = {
    ...values,
    requestRows: values.requestRows.map(withoutSecrets),
    data: values.data && maskRows(values.data),
    tls: { ...tls, key: tls.key && maskedSecret },
    waitingModel: waitingModel && {
      ...waitingModel,
      url: mapUrlSecrets(waitingModel.url, () => maskedSecret),
      data: waitingModel.data && maskRows(waitingModel.data),
    },
  };
  write(sessionStorage, { version, source, revision, values: masked, yaml: yaml && maskYaml(yaml) });
  write(localStorage, { version, source, revision, values: masked });
}

function write(storage: Storage, draft: object): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Files may be larger than the browser keeps; an older draft would be worse than none.
    storage.removeItem(key);
  }
}

function withoutSecrets(row: RequestRow): RequestRow {
  return {
    ...row,
    url: mapUrlSecrets(row.url, () => maskedSecret),
    body: {
      ...row.body,
      text: row.body.text && mapBodySecrets(row.body.text, () => maskedSecret),
      file: row.body.file && { ...row.body.file, base64: mapFileSecrets(row.body.file.base64, () => maskedSecret) },
    },
    headers: row.headers.map(withoutSecret),
    websocket: row.websocket && maskSocket(row.websocket),
    sending: row.sending && maskSocket(row.sending),
    call: { ...row.call, metadata: row.call.metadata.map(withoutSecret), text: maskMessages(row.call) },
    auth: { ...row.auth, password: maskedText(row.auth.password), token: maskedText(row.auth.token) },
  };
}

const withoutSecret = (pair: Pair): Pair => (isSecretName(pair.name) ? { ...pair, value: maskedText(pair.value) } : pair);

/** With a mistake in it, it is masked as YAML is: by its lines. */
function maskMessages({ text, list }: CallRow): string {
  if ('broken' in readMessages(text, list)) return maskYaml(text);
  return mapJsonSecrets(text, () => maskedSecret, true);
}

const maskedText = (text: string) => (text === '' || holdsNone(text) ? text : maskedSecret);
