import { type GrpcFigures, tellsMessages } from '@plimsoll/contracts/sample';
import { DataTable } from '@plimsoll/pages/data-table';
import { formatBytes } from '@plimsoll/wording/bytes';
import { callsWords } from '@plimsoll/wording/en/calls';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { FewSamples } from '../few-samples.tsx';
import { timesList } from '../table/run-rows.ts';
import { timeName } from '../time-name.ts';
import { listCallStatuses, takenTimes } from './message-rows.ts';

interface Props {
  readonly grpc: GrpcFigures;
  /** The number of calls begun. */
  readonly calls: number;
  readonly durationMs: number;
}

/** Statuses, messages and their times of a run's calls, without its warm-up, for a grid. */
export function CallFigures(props: Props) {
  return (
    <>
      <CallStatuses grpc={props.grpc} />
      {tellsMessages(props.grpc) && <MessageCounts {...props} />}
      <MessageTimes grpc={props.grpc} />
    </>
  );
}

/** Calls by the status that ended them. */
export function CallStatuses({ grpc }: { grpc: GrpcFigures }) {
  return (
    <DataTable
      label={callsWords.statuses}
      rows={listCallStatuses(grpc)}
      rowKey={({ status }) => status}
      columns={[
        { key: 'status', head: callsWords.statuses, naming: true, cell: ({ status }) => status },
        { key: 'count', head: callsWords.count, numeric: true, cell: ({ count }) => formatCount(count) },
        { key: 'share', head: callsWords.share, numeric: true, cell: ({ share }) => formatShare(share) },
      ]}
      foot={<div className="small soft">{callsWords.statusesWhat}</div>}
    />
  );
}

function MessageCounts({ grpc, calls, durationMs }: Props) {
  const { sent, received, sentBytes, receivedBytes } = grpc.messages;
  const row = (name: string, write: (messages: number, bytes: number) => string) =>
    [name, write(sent, sentBytes), write(received, receivedBytes)] as const;
  const over = (whole: number, write: (part: number) => string) => (part: number) => (whole > 0 ? write(part / whole) : '–');
  const rows = [
    row(callsWords.all, formatCount),
    row(callsWords.perSecond, over(durationMs / 1000, formatRate)),
    row(callsWords.perCall, over(calls, formatSignificant)),
    row(callsWords.bytes, (_, bytes) => formatBytes(bytes)),
    row(callsWords.bytesPerMessage, (messages, bytes) => (messages > 0 ? formatBytes(bytes / messages) : '–')),
  ];
  return (
    <DataTable
      label={callsWords.messages}
      rows={rows}
      rowKey={([name]) => name}
      columns={[
        { key: 'figure', head: callsWords.messages, naming: true, cell: ([name]) => name },
        { key: 'sent', head: callsWords.sent, numeric: true, cell: ([, text]) => text },
        { key: 'received', head: callsWords.received, numeric: true, cell: ([, , text]) => text },
      ]}
      foot={<div className="small soft">{callsWords.bytesWhat}</div>}
    />
  );
}

function MessageTimes({ grpc }: { grpc: GrpcFigures }) {
  const taken = takenTimes(grpc);
  const [first] = taken;
  if (!first) return null;
  const lists = taken.map(([, times]) => timesList(times));
  const written = lists.map((list) => timeColumn(list.map(([, us]) => us)));
  const figures = timesList(first[1]).map(([name]) => name);
  return (
    <div style={{ gridColumn: '1 / -1' }}>
      <DataTable
        label={callsWords.times}
        rows={[callsWords.timed, ...figures]}
        rowKey={(figure) => figure}
        columns={[
          { key: 'figure', head: callsWords.times, naming: true, cell: (figure) => figure },
          ...taken.map(([name, times], at) => ({
            key: name,
            head: timeName(name),
            numeric: true,
            cell: (_: string, row: number) => (row === 0 ? formatCount(times.count) : written[at]?.(lists[at]?.[row - 1]?.[1])),
          })),
        ]}
        foot={
          <div className="small soft">
            {callsWords.timesWhat}
            {taken.map(([name, { count }]) => (
              <FewSamples key={name} count={count} of={{ name: timeName(name) }} />
            ))}
          </div>
        }
      />
    </div>
  );
}
