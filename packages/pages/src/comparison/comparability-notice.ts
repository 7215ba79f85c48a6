import { sentenceBesideIncomparable } from '@plimsoll/wording/comparability-sentence';
import { fieldHead, fieldValue } from '@plimsoll/wording/field-name';
import type { NamedCandidate } from '@plimsoll/wording/named-arms';
import { createElement as h, type ReactNode } from 'react';
import { icon } from '../chip.ts';

const looks = { same: ['live', 'equal'], differs_in_what_was_varied: ['live', 'target'], not_like_with_like: ['warn', 'alert'] } as const;

/** Are the two alike but for what was varied? Stands above every verdict. */
export function ComparabilityNotice({ candidate: { arm, comparable } }: { candidate: NamedCandidate }): ReactNode {
  const { grade, differences } = arm.comparability;
  const sentence = comparable ? arm.comparability.sentence : sentenceBesideIncomparable(arm.comparability);
  const [tone, shape] = looks[grade];
  const items = differences.map(({ field, base, candidate }) =>
    h('li', { key: field }, `${fieldHead(field)}: `, h('s', null, fieldValue(field, base)), ` → ${fieldValue(field, candidate)}`),
  );
  if (!sentence && items.length === 0) return null;
  const list = items.length > 0 && h('ul', { className: 'differences' }, items);
  const text = h('div', null, sentence && h('b', null, sentence), list);
  return h('div', { className: `note tone-${tone}` }, icon(shape, 18), text);
}
