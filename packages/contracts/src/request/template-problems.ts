/** Whether the templates of a plan, the rows they name and the values they carry on fit together. */

import { type PlacedRefusal, type Refusal, refusal } from '../api/refusal.ts';
import { durationMs } from '../plan/duration.ts';
import { type Data, type DataRows, parseRows } from './data-rows.ts';
import { isSequence, listRequests, type PlannedRequest, requestPath } from './requests.ts';
import type { Auth, Target } from './target.ts';
import { hasTemplate, knownTemplates, parseTemplate, type TemplatePart } from './template.ts';

interface Templated {
  readonly target: Target | null;
  readonly requests: readonly PlannedRequest[] | null;
  readonly requestOrder: 'auto' | 'mix' | 'sequence';
  readonly data: Data | null;
  readonly warmup: string;
}

/** What is wrong with the templates of a plan. */
export function templateProblems(plan: Templated): PlacedRefusal[] {
  const problems: PlacedRefusal[] = [];
  const rows = plan.data ? parseRows(plan.data) : null;
  if (rows && 'error' in rows) problems.push({ path: ['data', 'text'], reason: rows.error });
  if (plan.data?.order === 'once' && durationMs(plan.warmup) > 0)
    problems.push({ path: ['data', 'order'], reason: refusal('data_once_warmup') });
  /** Values that requests before this one extracted. */
  const carried = new Set<string>();
  const sequence = isSequence(plan);
  listRequests(plan).forEach((request, index) => {
    for (const [path, text] of templatedTexts(request)) {
      if (!hasTemplate(text)) continue;
      const parts = parseTemplate(text);
      const reasons = 'error' in parts ? [parts.error] : parts.map((part) => misfit(part, rows, sequence ? carried : null));
      for (const reason of reasons) if (reason !== null) problems.push({ path: [...requestPath(plan, index), ...path], reason });
    }
    for (const name of Object.keys(request.extract)) carried.add(name);
  });
  return problems;
}

/** Every text of a request that may hold templates, with its path in the request. */
export function templatedTexts({ url, headers, auth, body }: Target): [string[], string][] {
  return [
    [['url'], url],
    ...authTexts(auth),
    [['body'], body ?? ''],
    ...Object.entries(headers).map(([name, value]): [string[], string] => [['headers', name], value]),
  ];
}

function authTexts(auth: Auth | null): [string[], string][] {
  if (!auth) return [];
  if ('bearer' in auth) return [[['auth', 'bearer'], auth.bearer]];
  return [
    [['auth', 'basic', 'username'], auth.basic.username],
    [['auth', 'basic', 'password'], auth.basic.password],
  ];
}

function misfit(
  part: TemplatePart,
  rows: DataRows | { readonly error: Refusal } | null,
  carried: ReadonlySet<string> | null,
): Refusal | null {
  if (part.kind === 'variable' && !carried?.has(part.name))
    return carried
      ? refusal('template_not_extracted', { name: part.name, known: [...carried, knownTemplates].join(', ') })
      : refusal('template_unknown', { template: `{{${part.name}}}`, known: knownTemplates });
  if (part.kind !== 'row') return null;
  if (!rows) return refusal('template_no_data', { template: `{{row.${part.column}}}` });
  if ('columns' in rows && !rows.columns.includes(part.column))
    return refusal('template_no_column', { column: part.column, columns: rows.columns.join(', ') });
  return null;
}
