import '../../../i18n/audit-text.ts';
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { formatMoment } from '@plimsoll/wording/date';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';

const anywhere = { overflowWrap: 'anywhere' } as const;

/** What is said first of a change, whatever order it is kept in. */
const leading = ['from', 'to'];

/** `from viewer, to admin`: what changed. */
function detailsOf({ details }: AuditEntry): string {
  const names = [...leading.filter((name) => name in details), ...Object.keys(details).filter((name) => !leading.includes(name))];
  return names.map((name) => `${name} ${details[name]}`).join(', ');
}

/** The entries as they were written: names are those of that moment. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const columns: Column<AuditEntry>[] = [
    { key: 'when', head: t('audit.when'), inCard: 'wide', cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
    {
      key: 'who',
      head: t('audit.who'),
      cell: ({ who, token }) => (
        <span style={anywhere}>
          {who?.name ?? <span className="soft">{t('audit.nobody')}</span>}
          {token !== null && <span className="soft"> {t('audit.byToken', { token })}</span>}
        </span>
      ),
    },
    { key: 'done', head: t('audit.done'), cell: ({ action }) => t(`audit.action.${action}`) },
    {
      key: 'to',
      head: t('audit.to'),
      inCard: 'wide',
      cell: (entry) => (
        <span style={anywhere}>
          {entry.what && `${t(`audit.subject.${entry.what.kind}`)} ${entry.what.name ?? ''}`}
          {detailsOf(entry) && <span className="soft small"> {detailsOf(entry)}</span>}
        </span>
      ),
    },
    {
      key: 'from',
      head: t('audit.from'),
      inCard: 'wide',
      cell: ({ from }) => (
        <span className="small soft" style={anywhere}>
          {[from.address, from.agent].filter(Boolean).join(' · ')}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('audit.title')}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      cards
      empty={<p className="soft">{t('audit.none')}</p>}
    />
  );
}
