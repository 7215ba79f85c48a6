/** One base against one or more candidates: all of them in one table, then how sure each verdict is. */

import type { Candidate } from '@plimsoll/contracts/comparison';
import { noiseSentence } from '@plimsoll/wording/arm-words';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { compareWords, experimentWords } from '@plimsoll/wording/en/comparison';
import { named } from '@plimsoll/wording/list';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { createElement as h, type ReactNode } from 'react';
import { ArmDot } from './arm-dot.ts';
import { ArmsOverview } from './arms-overview.ts';
import { ClaimsTable } from './claims-table.ts';
import { ComparabilityNotice } from './comparability-notice.ts';
import { metricParts } from './comparison-rows.ts';
import { DeltaTable, deltasName } from './delta-table.ts';
import { ErrorChanges } from './error-changes.ts';
import { PairDots } from './pair-dots.ts';
import { RequestTable } from './request-table.ts';

interface Props {
  readonly arms: NamedArms;
  /** Leave out what is said of the noise floor, as where it is being measured. */
  readonly noiseSaid?: boolean;
  /** Say why beside each verdict. */
  readonly reasons?: boolean;
  /** Below each table of verdicts. */
  readonly foot?: ReactNode;
}

export function ArmTables({ arms, noiseSaid = false, reasons = false, foot }: Props): ReactNode {
  const { candidates, noiseFloor } = arms;
  const noise = noiseFloor === null ? compareWords.noiseUnknown : noiseSentence(noiseFloor);
  return h(
    'div',
    { className: 'arm-tables' },
    candidates.length > 1 && h(ArmsOverview, { arms }),
    candidates.map((_, at) => drawCandidate({ arms, reasons, foot }, at)),
    // Where arms ran at once, noise between runs widens the claim on builds alone.
    !noiseSaid && candidates.some(({ comparable }) => comparable) && !candidates.some(({ arm }) => ranAtOnce(arm)) && h('p', null, noise),
  );
}

/** Their verdicts are read from pairs of the same seconds. */
const ranAtOnce = ({ metrics }: Candidate) => metrics.some(({ claims }) => claims);

function drawCandidate({ arms, reasons, foot }: Pick<Props, 'arms' | 'reasons' | 'foot'>, at: number): ReactNode {
  const { base, candidates, minimumEffect } = arms;
  const one = candidates[at];
  if (!one) return null;
  const { name, arm, comparable } = one;
  const several = candidates.length > 1;
  const title = experimentWords.against({ candidate: name, base: base.name });
  const claims =
    comparable &&
    h(ClaimsTable, {
      key: 'claims',
      metrics: arm.metrics,
      label: several ? named(claimsWords.title, name) : claimsWords.title,
    });
  const tables = metricParts(arm.metrics).map((part) => {
    const label = part.title ?? deltasName(comparable);
    const table = h(DeltaTable, {
      key: label,
      metrics: part.metrics,
      minimumEffect,
      names: [base.name, name],
      label: several ? named(label, name) : label,
      comparable,
      reasons: reasons ?? false,
      foot: comparable && foot,
    });
    return part.title === null ? [table, claims] : h('details', { key: label, open: part.open }, h('summary', null, part.title), table);
  });
  return h(
    'section',
    { key: name, className: 'arm-part', 'aria-label': title },
    several &&
      h(
        'div',
        { className: 'arm-title' },
        h(ArmDot, { arm: at + 1 }),
        h('h2', null, title),
        h('span', { className: 'soft' }, arm.sentence),
      ),
    h(ComparabilityNotice, { candidate: one }),
    tables,
    ranAtOnce(arm) && h(PairDots, { base: base.arm.points, candidate: arm.points, arm: at + 1 }),
    h(RequestTable, { requests: arm.byRequest, comparable }),
    h(RequestTable, { requests: arm.byRegion ?? [], comparable, label: compareWords.byRegion }),
    h(ErrorChanges, { errors: arm.errors, names: [base.name, name], comparable }),
  );
}
