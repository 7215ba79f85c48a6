import { createElement as h, type ReactNode } from 'react';
import { type IconName, icon, type Tone } from './chip.ts';

const icons: Readonly<Record<Tone, IconName>> = { good: 'check', bad: 'alert', warn: 'alert', even: 'info', live: 'info' };

/** A sentence that stands out. */
export function Notice({ tone, shape = icons[tone], children }: { tone: Tone; shape?: IconName; children?: ReactNode }): ReactNode {
  return h('div', { className: `note tone-${tone}` }, icon(shape, 18), h('div', null, children));
}
