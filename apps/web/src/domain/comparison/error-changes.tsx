import type { ErrorDelta } from '@plimsoll/contracts/comparison';
import { errorName } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { IconEqual, IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';

const looks = { new: ['bad', IconPlus], gone: ['good', IconMinus], both: ['even', IconEqual] } as const;

/** Which kinds of error came, went, or are in both arms, and how many of its requests ended so. */
export function ErrorChanges({ errors }: { errors: readonly ErrorDelta[] }) {
  const { t } = useTranslation();
  if (errors.length === 0) return null;
  const title = t('compare.errors');
  const count = (times: number, share: number) => (times === 0 ? t('common.none') : `${formatCount(times)} (${formatShare(share)})`);
  return (
    <ScrollBox label={title}>
      <table className="table phone-rows" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('compare.change')}</th>
            <th scope="col" className="n">
              {t('compare.base')}
            </th>
            <th scope="col" className="n">
              {t('compare.candidate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map((one) => {
            const [tone, icon] = looks[one.change];
            return (
              <tr key={one.kind}>
                <th scope="row" className="delta-name">
                  {errorName(one.kind)}
                </th>
                <td className="whole-row">
                  <Chip tone={tone} icon={icon}>
                    {t(`errorChange.${one.change}`)}
                  </Chip>
                </td>
                <td className="n" data-label={t('compare.base')}>
                  {count(one.base, one.baseShare)}
                </td>
                <td className="n" data-label={t('compare.candidate')}>
                  {count(one.candidate, one.candidateShare)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}
