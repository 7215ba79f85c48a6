import '../../../i18n/members-text.ts';
import '../../../i18n/team-text.ts';
import { actions, can, type Role, roles } from '@plimsoll/contracts/account';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { t as translate } from '../../../i18n/i18n.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';

interface Row {
  readonly key: string;
  readonly words: string;
  may(role: Role): boolean;
}

const rowsOf = (): Row[] => [
  ...actions.map((action) => ({ key: action, words: translate(`roles.may.${action}`), may: (role: Role) => can(role, action) })),
  { key: 'owners', words: translate('roles.owners'), may: (role) => role === 'owner' },
];

/** What each role may do, made from the table that the server asks. */
export function RolesTable() {
  const { t } = useTranslation();
  const columns: Column<Row>[] = [
    { key: 'action', head: t('roles.action'), naming: true, cell: ({ words }) => words },
    ...roles.map(
      (role): Column<Row> => ({
        key: role,
        head: t(`team.role.${role}`),
        cell: ({ may }) => <Mark yes={may(role)} />,
      }),
    ),
  ];
  return (
    <details className="card pad">
      <summary>
        <b>{t('roles.title')}</b>
      </summary>
      <div style={{ marginBlockStart: 10 }}>
        <DataTable label={t('roles.title')} columns={columns} rows={rowsOf()} rowKey={({ key }) => key} dense bare />
      </div>
    </details>
  );
}

function Mark({ yes }: { yes: boolean }) {
  const { t } = useTranslation();
  const Icon = yes ? IconCheck : IconMinus;
  return (
    <>
      <Icon size={15} aria-hidden color={yes ? 'var(--good)' : 'var(--ink3)'} />
      <span className="sr-only">{yes ? t('roles.yes') : t('roles.no')}</span>
    </>
  );
}
