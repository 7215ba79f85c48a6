/** A shared plan as a table of its fields, by the names that YAML and comparisons have for them. */
import type { SharedPlan } from '@plimsoll/contracts/share';
import { reportWords } from '@plimsoll/wording/en/shared';
import { createElement as h, type ReactNode } from 'react';
import { FigureTable } from '../table/figure-table.ts';

export function PlanTable({ plan, title = reportWords.plan }: { plan: SharedPlan; title?: string }): ReactNode {
  return h(
    'section',
    { className: 'stack' },
    h('h2', null, title),
    h(FigureTable, { label: title, head: [], rows: [...listFields(plan)], words: [1], className: 'facts', what: reportWords.redacted }),
  );
}

/** `connection.keepAlive`; a list in one row. Absent settings are left out. */
function* listFields(value: object, before = ''): Generator<[name: string, value: string]> {
  for (const [name, one] of Object.entries(value)) {
    if (one === null || one === undefined || one === '') continue;
    if (Array.isArray(one)) {
      if (one.length > 0) yield [before + name, one.map(inOneLine).join('\n')];
    } else if (typeof one === 'object') yield* listFields(one, `${before}${name}.`);
    else yield [before + name, String(one)];
  }
}

function inOneLine(one: unknown): string {
  if (typeof one !== 'object' || one === null) return String(one);
  return [...listFields(one)].map(([name, value]) => `${name}: ${value}`).join(', ');
}
