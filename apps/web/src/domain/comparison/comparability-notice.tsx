import type { Comparability } from '@plimsoll/contracts/comparison';
import { gradeLead } from '@plimsoll/wording/names';
import { IconAlertTriangle, IconEqual, IconTarget } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice/notice.tsx';
import styles from './comparability-notice.module.css';

const looks = {
  same: ['calm', IconEqual],
  differs_in_what_was_varied: ['calm', IconTarget],
  not_like_with_like: ['warn', IconAlertTriangle],
} as const;

/** Are the two alike but for what was varied? Stands above every verdict. */
export function ComparabilityNotice({ comparability }: { comparability: Comparability }) {
  const { t } = useTranslation();
  const [tone, icon] = looks[comparability.grade];
  return (
    <Notice tone={tone} icon={icon}>
      <b>{gradeLead(comparability)}</b> {comparability.sentence}
      {comparability.differences.length > 0 && (
        <ul className={styles.differences}>
          {comparability.differences.map((difference) => (
            <li key={difference.field}>
              <code>{difference.field}</code> <s>{difference.base ?? t('common.none')}</s> → {difference.candidate ?? t('common.none')}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
