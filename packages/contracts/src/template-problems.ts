/** Whether the templates of a plan and the rows they name fit together. */
import { type Data, parseRows } from './data-rows.ts';
import { durationMs } from './duration.ts';
import { hasTemplate, parseTemplate } from './template.ts';

interface Templated {
  readonly target: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string | null };
  readonly data: Data | null;
  readonly warmup: string;
}

/** What is wrong with the templates of a plan and the rows they name. */
export function templateProblems(plan: Templated): { readonly path: string[]; readonly message: string }[] {
  const problems: { path: string[]; message: string }[] = [];
  const rows = plan.data ? parseRows(plan.data) : null;
  if (rows && 'error' in rows) problems.push({ path: ['data', 'text'], message: rows.error });
  if (plan.data?.order === 'once' && durationMs(plan.warmup) > 0)
    problems.push({ path: ['data', 'order'], message: 'A warm-up would use up rows that are to be used once. Drop the warm-up.' });
  const { url, headers, body } = plan.target;
  const texts: [string[], string][] = [
    [['url'], url],
    [['body'], body ?? ''],
    ...Object.entries(headers).map(([name, value]): [string[], string] => [['headers', name], value]),
  ];
  for (const [path, value] of texts) {
    if (!hasTemplate(value)) continue;
    const parts = parseTemplate(value);
    const issue = (message: string) => problems.push({ path: ['target', ...path], message });
    if ('error' in parts) {
      issue(parts.error);
      continue;
    }
    for (const part of parts) {
      if (part.kind !== 'row') continue;
      if (!plan.data) issue(`{{row.${part.column}}} needs data rows.`);
      else if (rows && 'columns' in rows && !rows.columns.includes(part.column))
        issue(`The data has no column "${part.column}". It has ${rows.columns.join(', ')}.`);
    }
  }
  return problems;
}
