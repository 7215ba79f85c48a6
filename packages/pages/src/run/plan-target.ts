/** The requests of a shared plan. */
import type { SharedPlan } from '@plimsoll/contracts/share';
import { loadWords, publicWords } from '@plimsoll/wording/en/app';
import { createElement as h, type ReactNode } from 'react';
import { planWords } from './run-words.ts';

/** Method and URL, or how many requests. */
function PlanTarget({ requests, sequence, method, url }: SharedPlan): ReactNode {
  if (requests.length === 0) return h('code', null, `${method} ${url}`);
  return (sequence ? publicWords.inSequence : publicWords.byWeight)({ count: requests.length });
}

interface Props {
  readonly plan: SharedPlan;
  readonly loadSaid?: boolean;
  /** The tool that made the load, in place of the load: its file tells none. Null: the load was ours. */
  readonly tool?: string | null;
  /** The length of a load that ended before its time. */
  readonly cutShort?: string | null;
  readonly children?: ReactNode;
}

/** One line: the request, the load and the client; then every request of a plan with several. */
export function PlanLine({ plan, loadSaid = true, tool = null, cutShort = null, children }: Props): ReactNode {
  const { requests, sequence } = plan;
  const items = requests.map(({ name, method, url, weight }) =>
    h(
      'li',
      { key: name },
      h('b', null, name),
      ' ',
      h('code', null, `${method} ${url}`),
      !sequence && weight !== 1 && h('span', { className: 'soft' }, ` ${publicWords.weight({ weight })}`),
    ),
  );
  return h(
    'div',
    { className: 'sub' },
    h(PlanTarget, plan),
    loadSaid && ` · ${tool === null ? planWords(plan, cutShort) : loadWords.imported({ tool })}`,
    children,
    items.length > 0 && h('ul', { className: 'plan-requests' }, items),
  );
}
