import type { Summary } from '@plimsoll/contracts/run';
import { DataTable } from '@plimsoll/pages/data-table';
import { connectionsWords } from '@plimsoll/wording/en/chart';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { tileWords } from '@plimsoll/wording/en/run';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import type { CountedAs } from '../../../domain/run/counted-as.ts';

/** Connection economy: what each connection was good for. */
export function ConnectionsTable({ summary, counted }: { summary: Summary | null; counted: CountedAs }) {
  if (!summary) return null;
  const { connections, sent } = summary;
  const rows: [string, string][] = [
    [connectionsWords.opened, formatCount(connections.opened)],
    [connectionsWords.perConnection(counted), connections.opened > 0 ? formatSignificant(sent / connections.opened) : '–'],
    [connectionsWords.reused(counted), `${formatCount(connections.reused)} (${formatShare(sent > 0 ? connections.reused / sent : null)})`],
    [connectionsWords.most, formatCount(connections.open)],
    ...(summary.peakInFlight === null ? [] : [[tileWords.mostInFlight, formatCount(summary.peakInFlight)] as [string, string]]),
    [connectionsWords.failed, formatCount(connections.failed)],
    [connectionsWords.closedByPeer, formatCount(connections.closedByPeer)],
    [connectionsWords.closedByUs, formatCount(connections.closedByUs)],
    [connectionsWords.tls, formatCount(connections.tlsHandshakes)],
  ];
  return (
    <DataTable
      label={compareWords.economy}
      headless
      rows={rows}
      rowKey={([name]) => name}
      columns={[
        { key: 'name', head: null, naming: true, cell: ([name]) => name },
        { key: 'value', head: null, numeric: true, cell: ([, value]) => value },
      ]}
    />
  );
}
