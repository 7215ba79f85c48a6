/** Judges whether the templates of a plan, the rows they name and the values they carry on fit together. */

import { mostProblems } from '../api/problem.ts';
import { type PlacedRefusal, type Refusal, refusal } from '../api/refusal.ts';
import { type Data, parseRows } from './data-rows.ts';
import { durationMs } from './duration.ts';
import { grpcTexts } from './grpc-call.ts';
import { isSequence, listRequests, type PlannedRequest, requestPath } from './requests.ts';
import type { Auth, Target } from './target.ts';
import { hasTemplate, knownTemplates, mostTemplates, parseTemplate, type TemplatePart } from './template.ts';
import { webSocketTexts } from './websocket.ts';

interface Templated {
  readonly target: Target | null;
  readonly requests: readonly PlannedRequest[] | null;
  readonly requestOrder: 'auto' | 'mix' | 'sequence';
  readonly data: Data | null;
  readonly warmup: string;
}

/** So many names are told of those that there are. */
const mostNamed = 20;

/** The first 100 things that are wrong with the templates of a plan. */
export function templateProblems(plan: Templated): PlacedRefusal[] {
  const problems: PlacedRefusal[] = [];
  const rows = plan.data ? parseRows(plan.data) : null;
  if (rows && 'error' in rows) problems.push({ path: ['data', 'text'], reason: rows.error });
  if (plan.data?.order === 'once' && durationMs(plan.warmup) > 0)
    problems.push({ path: ['data', 'order'], reason: refusal('data_once_warmup') });
  const columns = rows && 'columns' in rows ? new Set(rows.columns) : rows;
  let templates = 0;
  /** Values that requests before this one extracted. */
  const carried = new Set<string>();
  const sequence = isSequence(plan);
  for (const [index, request] of listRequests(plan).entries()) {
    for (const { path, text, ofMessage } of listTexts(request)) {
      if (!hasTemplate(text)) continue;
      const tell = (reason: Refusal) => problems.push({ path: [...requestPath(plan, index), ...path], reason });
      const parts = parseTemplate(text);
      if ('error' in parts) {
        tell(parts.error);
        continue;
      }
      templates += parts.filter(({ kind }) => kind !== 'text').length;
      if (templates > mostTemplates) {
        tell(refusal('templates_most', { most: mostTemplates }));
        return problems;
      }
      for (const part of parts) {
        const reason = misfit(part, columns, sequence ? carried : null, ofMessage);
        if (reason === null) continue;
        tell(reason);
        if (problems.length >= mostProblems) return problems;
      }
    }
    for (const name of Object.keys(request.extract)) carried.add(name);
  }
  return problems;
}

/** Those of a gRPC call or of a WebSocket, too. */
function listTexts(target: Target): { readonly path: readonly (string | number)[]; readonly text: string; readonly ofMessage: boolean }[] {
  const plain = templatedTexts(target).map(([path, text]) => ({ path, text, ofMessage: false }));
  const called = target.grpc ? grpcTexts(target.grpc) : [];
  const written = target.websocket ? webSocketTexts(target.websocket) : [];
  return [
    ...plain,
    ...called.map((one) => ({ ...one, path: ['grpc', ...one.path] })),
    ...written.map((one) => ({ ...one, path: ['websocket', ...one.path], ofMessage: true })),
  ];
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

function listNames(names: readonly string[]): string {
  return names.length > mostNamed ? `${names.slice(0, mostNamed).join(', ')}, …` : names.join(', ');
}

function misfit(
  part: TemplatePart,
  columns: ReadonlySet<string> | { readonly error: Refusal } | null,
  carried: ReadonlySet<string> | null,
  ofMessage: boolean,
): Refusal | null {
  if (part.kind === 'messageSeq' && !ofMessage) return refusal('template_unknown', { template: '{{messageSeq}}', known: knownTemplates });
  if (part.kind === 'variable' && !carried?.has(part.name))
    return carried
      ? refusal('template_not_extracted', {
          name: part.name,
          known: `${listNames([...carried])}${carried.size > 0 ? ', ' : ''}${knownTemplates}`,
        })
      : refusal('template_unknown', { template: `{{${part.name}}}`, known: knownTemplates });
  if (part.kind !== 'row') return null;
  if (!columns) return refusal('template_no_data', { template: `{{row.${part.column}}}` });
  if ('has' in columns && !columns.has(part.column))
    return refusal('template_no_column', { column: part.column, columns: listNames([...columns]) });
  return null;
}
