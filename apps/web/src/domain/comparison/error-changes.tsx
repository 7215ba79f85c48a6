import type { ErrorDelta } from '@plimsoll/contracts/comparison';
import { errorName } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { IconEqual, IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import comparisonTableStyles from './comparison-table.module.css';

const looks = { new: ['bad', IconPlus], gone: ['good', IconMinus], both: ['even', IconEqual] } as const;

/** Which kinds of error came, went, or are in both arms, and how many of its requests ended so. */
export function ErrorChanges({ errors }: { errors: readonly ErrorDelta[] }) {
  const { t } = useTranslation();
  if (errors.length === 0) return null;
  const title = t('compare.errors');
  const count = (times: number, share: number) => (times === 0 ? t('common.none') : `${formatCount(times)} (${formatShare(share)})`);
  return (
    <DataTable
      label={title}
      grid={2}
      rows={errors}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', head: title, naming: true, className: comparisonTableStyles.deltaName, cell: ({ kind }) => errorName(kind) },
        { key: 'change', head: t('compare.change'), wholeLine: true, cell: ({ change }) => <ErrorChange change={change} /> },
        {
          key: 'base',
          head: t('compare.base'),
          numeric: true,
          cardLabel: t('compare.base'),
          cell: ({ base, baseShare }) => count(base, baseShare),
        },
        {
          key: 'candidate',
          head: t('compare.candidate'),
          numeric: true,
          cardLabel: t('compare.candidate'),
          cell: ({ candidate, candidateShare }) => count(candidate, candidateShare),
        },
      ]}
    />
  );
}

function ErrorChange({ change }: Pick<ErrorDelta, 'change'>) {
  const { t } = useTranslation();
  const [tone, icon] = looks[change];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`errorChange.${change}`)}
    </Chip>
  );
}
