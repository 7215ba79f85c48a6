/** The look of a line by what it shows, in every chart: a colour, and dashes, so that colour is never the only difference. */
import { percentileFields, percentileKey } from '@plimsoll/contracts/percentiles';
import { createElement as h, type ReactNode } from 'react';

export interface LineLook {
  /** A CSS colour, `var(--p99)`. */
  readonly colour: string;
  /** Dash pattern; a full line where absent. */
  readonly dash?: string;
}

const look = (colour: string, dash?: string): LineLook => ({ colour: `var(--${colour})`, ...(dash ? { dash } : {}) });

/** By rising percentile. */
const dashes = [undefined, '2 2', '7 3', undefined, '1.5 2.5'];
const percentileLooks = Object.fromEntries(percentileFields.map(percentileKey).map((key, at) => [key, look(key, dashes[at])])) as Record<
  ReturnType<typeof percentileKey>,
  LineLook
>;

export const lineLooks = {
  planned: look('planned', '5 4'),
  sent: look('sent', '9 2'),
  done: look('ok'),
  failed: look('failed'),
  ...percentileLooks,
  failedP99: look('failed', '3 3'),
  open: look('accent'),
  opened: look('sent', '9 2'),
  inFlight: look('cpu'),
  waiting: look('failed', '4 3'),
  cpu: look('cpu', '2 3'),
} as const;
export type LookName = keyof typeof lineLooks;

/** The look of the arms of a comparison: the base grey and dashed, each candidate a colour and a dash of its own. */
const armLooks = [look('planned', '5 4'), look('accent'), look('e2', '8 3'), look('e3', '2 3'), look('e6', '10 3 2 3')];

export function armLook(arm: number): LineLook {
  return armLooks[arm] ?? look('ink2');
}

/** A line as SVG draws it. */
export function strokeOf({ colour, dash }: LineLook) {
  return { stroke: colour, ...(dash ? { strokeDasharray: dash } : {}) };
}

/** A short stroke beside the name of a line. */
export function LineKey({ look: shown }: { look: LineLook }): ReactNode {
  return h('svg', { width: 16, height: 6, 'aria-hidden': true }, h('path', { d: 'M0 3H16', strokeWidth: 2.5, ...strokeOf(shown) }));
}
