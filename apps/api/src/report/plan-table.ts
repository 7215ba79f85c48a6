/** A plan as a table of its fields, by the names that YAML and comparisons have for them. */
import type { SharedPlan } from '@plimsoll/contracts/share';
import { reportWords } from '@plimsoll/wording/en/shared';
import { type Html, html } from '../share/page/html.ts';

/** Names and their figures, one below the other. */
export function factTable(label: string, rows: readonly (readonly [name: string, value: string])[]): Html {
  const shown = rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<table class="facts" aria-label="${label}"><tbody>${shown}</tbody></table>`;
}

/** Table of a plan that is redacted as shares are. */
export function planTable(plan: SharedPlan): Html {
  return html`${factTable(reportWords.plan, [...listFields(plan)])}<p class="soft">${reportWords.redacted}</p>`;
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
