import type { Comparability } from '@plimsoll/contracts/comparison';
import { fieldHead, fieldValue } from '@plimsoll/wording/field-name';
import { createElement as h, type ReactNode } from 'react';
import { icon } from '../chip.ts';

const looks = { same: ['live', 'equal'], differs_in_what_was_varied: ['live', 'target'], not_like_with_like: ['warn', 'alert'] } as const;

/** Are the two alike but for what was varied? Stands above every verdict. */
export function ComparabilityNotice({ comparability }: { comparability: Comparability }): ReactNode {
  const { grade, sentence, differences } = comparability;
  const [tone, shape] = looks[grade];
  const items = differences.map(({ field, base, candidate }) =>
    h('li', { key: field }, `${fieldHead(field)}: `, h('s', null, fieldValue(field, base)), ` → ${fieldValue(field, candidate)}`),
  );
  const list = items.length > 0 && h('ul', { className: 'differences' }, items);
  const text = h('div', null, h('b', null, sentence), list);
  return h('div', { className: `note tone-${tone}` }, icon(shape, 18), text);
}
