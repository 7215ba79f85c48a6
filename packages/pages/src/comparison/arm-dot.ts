import { createElement as h, type ReactNode } from 'react';

/** The colour of an arm, before its name; 0 is the base. */
export function ArmDot({ arm }: { arm: number }): ReactNode {
  return h('span', { className: `arm-dot arm${arm}` });
}
