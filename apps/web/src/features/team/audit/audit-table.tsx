import type { AuditEntry } from '@plimsoll/contracts/audit';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { formatMoment } from '@plimsoll/wording/date';
import { auditWords } from '@plimsoll/wording/en/audit';
import { joined } from '@plimsoll/wording/list';
import { isSaid } from '@plimsoll/wording/words';

const anywhere = { overflowWrap: 'anywhere' } as const;
const whole = { whiteSpace: 'nowrap' } as const;

/** Keys of a change that are said first, whatever order it is kept in. */
const leading = ['from', 'to'];

/** Names that people gave, which no language says otherwise. */
const given = ['worker', 'host', 'targetsAdded', 'targetsRemoved'];

/** `from viewer, to admin`: the change. */
function detailsOf({ action, details }: AuditEntry): string {
  const names = [...leading.filter((name) => name in details), ...Object.keys(details).filter((name) => !leading.includes(name))];
  return joined(
    names.map((name) => {
      const text = String(details[name]);
      const isCode = !given.includes(name) && (!leading.includes(name) || action === 'member.role');
      const value = isCode && isSaid(auditWords.value, text) ? auditWords.value[text] : text;
      return isSaid(auditWords.detail, name) ? auditWords.detail[name]({ value }) : `${name} ${value}`;
    }),
  );
}

/** The entries as they were written: names are those of that moment. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const columns: Column<AuditEntry>[] = [
    {
      key: 'when',
      head: auditWords.when,
      cell: ({ at }) => (
        <time dateTime={at} className="num">
          {formatMoment(at)}
        </time>
      ),
    },
    {
      key: 'who',
      head: auditWords.who,
      cell: ({ who, token }) => (
        <span style={anywhere}>
          {who?.name ?? <span className="soft">{auditWords.nobody}</span>}
          {token !== null && <span className="soft"> {auditWords.byToken({ token })}</span>}
        </span>
      ),
    },
    { key: 'done', head: auditWords.done, cell: ({ action }) => <span style={whole}>{auditWords.action[action]}</span> },
    {
      key: 'to',
      head: auditWords.to,
      wholeLine: true,
      cell: (entry) => (
        <span style={anywhere}>
          {entry.what && `${auditWords.subject[entry.what.kind]} ${entry.what.name ?? ''}`}
          {detailsOf(entry) && <span className="soft small"> {detailsOf(entry)}</span>}
        </span>
      ),
    },
    {
      key: 'from',
      head: auditWords.from,
      wholeLine: true,
      cell: ({ from: { address, agent } }) => (
        <span className="small soft" style={anywhere}>
          <span style={whole}>{address}</span>
          {address && agent && ' · '}
          <span style={whole}>{agent}</span>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={auditWords.title}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      cards
      empty={<p className="soft">{auditWords.none}</p>}
    />
  );
}
