/** A kept plan that is not shown whole, since this version cannot read all of it. */
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { unreadableWords } from '@plimsoll/wording/en/unreadable';
import { Notice } from '../../ui/notice/notice.tsx';

/** Why a plan cannot be run or edited, or null. */
export function whyUnreadable(...plans: readonly Pick<ShownPlan, 'unreadable'>[]): string | null {
  return plans.some(({ unreadable }) => unreadable) ? unreadableWords.off : null;
}

interface Props {
  readonly plans: readonly (Pick<ShownPlan, 'unreadable'> & { readonly label?: string })[];
  /** The kind of thing that the plans belong to. */
  readonly of: 'plan' | 'run' | 'experiment';
}

/** Lists the parts of the plans that cannot be read, by JSON pointers, and the remedy; nothing where all of them can. */
export function UnreadablePlan({ plans, of }: Props) {
  const places = plans.flatMap(({ unreadable = [], label }) => unreadable.map((one) => ({ ...one, label })));
  if (places.length === 0) return null;
  return (
    <Notice tone="warn">
      {unreadableWords[of]}
      <ul style={{ marginBlock: 6, paddingInlineStart: 20 }}>
        {places.map(({ field, message, label }) => (
          <li key={`${label} ${field} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            {label && `${label}: `}
            {field === '' ? unreadableWords.whole : <code>{field}</code>} · {message}
          </li>
        ))}
      </ul>
      {unreadableWords.todo}
    </Notice>
  );
}
