/** A kept plan that is not shown whole, since this version cannot read all of it. */
import '../../i18n/unreadable-text.ts';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { useTranslation } from 'react-i18next';
import { t } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/notice/notice.tsx';

/** Why a plan cannot be run or edited, or null. */
export function whyUnreadable(...plans: readonly Pick<ShownPlan, 'unreadable'>[]): string | null {
  return plans.some(({ unreadable }) => unreadable) ? t('unreadable.off') : null;
}

interface Props {
  readonly plans: readonly (Pick<ShownPlan, 'unreadable'> & { readonly label?: string })[];
  /** What the plans belong to. */
  readonly of: 'plan' | 'run' | 'experiment';
}

/** What of the plans cannot be read, by JSON pointers, and what to do about it; nothing where all of it can. */
export function UnreadablePlan({ plans, of }: Props) {
  const { t } = useTranslation();
  const places = plans.flatMap(({ unreadable = [], label }) => unreadable.map((one) => ({ ...one, label })));
  if (places.length === 0) return null;
  return (
    <Notice tone="warn">
      {t(`unreadable.${of}`)}
      <ul style={{ marginBlock: 6, paddingInlineStart: 20 }}>
        {places.map(({ field, message, label }) => (
          <li key={`${label} ${field} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            {label && `${label}: `}
            {field === '' ? t('unreadable.whole') : <code>{field}</code>} · {message}
          </li>
        ))}
      </ul>
      {t('unreadable.todo')}
    </Notice>
  );
}
