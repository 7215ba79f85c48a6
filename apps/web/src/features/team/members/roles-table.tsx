import { actions, can, type Role, roles } from '@plimsoll/contracts/account';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { rolesWords } from '@plimsoll/wording/en/members';
import { teamWords } from '@plimsoll/wording/en/team';
import { IconCheck, IconMinus } from '@tabler/icons-react';

interface Row {
  readonly key: string;
  readonly words: string;
  may(role: Role): boolean;
}

const rowsOf = (): Row[] => [
  ...actions.map((action) => ({ key: action, words: rolesWords.may[action], may: (role: Role) => can(role, action) })),
  { key: 'owners', words: rolesWords.owners, may: (role) => role === 'owner' },
];

/** The rights of each role, made from the table that the server asks. */
export function RolesTable() {
  const columns: Column<Row>[] = [
    { key: 'action', head: rolesWords.action, naming: true, cell: ({ words }) => words },
    ...roles.map(
      (role): Column<Row> => ({
        key: role,
        head: teamWords.role[role],
        cell: ({ may }) => <Mark yes={may(role)} />,
      }),
    ),
  ];
  return (
    <details className="card pad">
      <summary>
        <b>{rolesWords.title}</b>
      </summary>
      <div style={{ marginBlockStart: 10 }}>
        <DataTable label={rolesWords.title} columns={columns} rows={rowsOf()} rowKey={({ key }) => key} dense bare />
      </div>
    </details>
  );
}

function Mark({ yes }: { yes: boolean }) {
  const Icon = yes ? IconCheck : IconMinus;
  return (
    <>
      <Icon size={15} aria-hidden color={yes ? 'var(--good)' : 'var(--ink3)'} />
      <span className="sr-only">{yes ? rolesWords.yes : rolesWords.no}</span>
    </>
  );
}
