/** A shared comparison, wherever it is read: the sentence, the plan and the stamp of each arm, every verdict. */

import type { Arm } from '@plimsoll/contracts/comparison';
import { cutShort } from '@plimsoll/contracts/end-state';
import type { SharedComparison, SharedPlan } from '@plimsoll/contracts/share';
import type { Validity } from '@plimsoll/contracts/validity';
import { importedTool, worstValidity } from '@plimsoll/contracts/validity';
import { cutShortText } from '@plimsoll/wording/comparability-sentence';
import { paragraph } from '@plimsoll/wording/list';
import { namedArms, saidOfArms, windowSentence } from '@plimsoll/wording/named-arms';
import { createElement as h, type ReactNode } from 'react';
import { Notice } from '../notice.ts';
import { PlanLine } from '../run/plan-target.ts';
import { ValidityChip } from '../run/run-chips.ts';
import { ArmDot } from './arm-dot.ts';
import { ArmTables } from './arm-tables.ts';

interface CardProps {
  readonly title: string;
  readonly plan: SharedPlan;
  /** Its place: the base is 0. */
  readonly arm: number;
  /** The worst of the arm's runs. */
  readonly validity: Validity | null;
  /** The run of an arm that is one whole run. */
  readonly run?: Arm['runs'][number] | null;
}

/** Null where a load went on to the end of its plan. */
function cutShortOf({ load }: SharedPlan, { endReason, summary }: Arm['runs'][number]): string | null {
  const found = cutShort({ load, endReason, durationMs: summary.durationMs });
  return found && cutShortText(found.ms, found.plannedMs);
}

/** The requests of one plan and their client, in the colour of its arm; whether its figures can be trusted, and why not. */
export function PlanCard({ title, plan, arm, validity, run = null }: CardProps): ReactNode {
  return h(
    'div',
    { className: 'card pad' },
    h(
      'div',
      { className: 'row tight' },
      h(ArmDot, { arm }),
      h('b', null, title),
      plan.name !== title && h('span', null, plan.name),
      validity && h(ValidityChip, { validity }),
    ),
    h(PlanLine, { plan, tool: importedTool(validity), cutShort: run && cutShortOf(plan, run) }),
    validity && validity.reasons.length > 0 && h('p', { className: 'small' }, paragraph(validity.reasons)),
  );
}

interface Props {
  readonly content: SharedComparison;
  /** The tables and what a script adds to them; the tables alone where absent. */
  readonly children?: ReactNode;
}

export function ComparisonArticle({ content, children }: Props): ReactNode {
  const { basePlan, candidatePlans, comparison, title } = content;
  const arms = namedArms(comparison);
  const { headline, remarks } = saidOfArms(arms);
  const part = windowSentence(comparison);
  const all = [arms.base, ...arms.candidates];
  const cards = [basePlan, ...candidatePlans].map((plan, at) => {
    const { name = plan.name, arm } = all[at] ?? {};
    const [only, ...more] = arm?.runs ?? [];
    return h(PlanCard, {
      key: name,
      title: name,
      plan,
      arm: at,
      run: only && more.length === 0 && comparison.window === null ? only : null,
      validity: worstValidity((arm?.runs ?? []).map(({ validity }) => validity)),
    });
  });
  return h(
    'article',
    null,
    h('h1', null, headline),
    h('div', { className: 'sub' }, part ? `${title} · ${part}` : title),
    remarks.length > 0 && h(Notice, { tone: 'warn' }, paragraph(remarks)),
    h('div', { className: 'grid2' }, cards),
    children ?? h(ArmTables, { arms }),
  );
}
