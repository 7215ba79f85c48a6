/** What a shared run of gRPC calls has besides, as semantic HTML: statuses, messages, and their times. */
import { grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { Summary } from '@plimsoll/contracts/run';
import { tellsMessages } from '@plimsoll/contracts/sample';
import { formatBytes } from '@plimsoll/wording/bytes';
import { nameOf } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { heads, scrolling } from './arm-tables.ts';
import { type Html, html } from './html.ts';

/** Calls by the status that ended them; null of a run without gRPC calls. */
export function callStatusTable({ grpc }: Summary): Html | null {
  if (!grpc) return null;
  const told = grpcStatuses.flatMap((status) => ({ status, calls: grpc.statuses[status] ?? 0 })).filter(({ calls }) => calls > 0);
  const all = told.reduce((sum, { calls }) => sum + calls, 0);
  if (all === 0) return null;
  const rows = told
    .sort((a, b) => b.calls - a.calls)
    .map(({ status, calls }) => {
      return html`<tr><th scope="row">${status}</th><td>${formatCount(calls)}</td><td>${formatShare(calls / all)}</td></tr>`;
    });
  const names = (['grpcStatus', 'calls', 'share'] as const).map((name) => sharedWord(`sharedTable.${name}`));
  return scrolling(sharedWord('sharedTable.grpcStatuses'), '', html`${heads(names)}`, rows);
}

/** How many messages went out and came in, with their bytes and how many a second; null of a run without messages of gRPC calls. */
export function messageTable({ grpc, durationMs }: Summary): Html | null {
  if (!grpc || !tellsMessages(grpc)) return null;
  const { sent, received, sentBytes, receivedBytes } = grpc.messages;
  const row = (name: string, messages: number, bytes: number) => {
    const perSecond = durationMs > 0 ? messages / (durationMs / 1000) : null;
    return html`<tr><th scope="row">${name}</th><td>${formatCount(messages)}</td><td>${formatRate(perSecond)}</td><td>${formatBytes(bytes)}</td></tr>`;
  };
  const head = heads([
    sharedWord('sharedTable.direction'),
    sharedWord('sharedTable.count'),
    nameOf('metric.messagesPerSecond'),
    sharedWord('sharedTable.bytes'),
  ]);
  return scrolling(sharedWord('sharedTable.messages'), '', html`${head}`, [
    row(sharedWord('sharedTable.messagesSent'), sent, sentBytes),
    row(sharedWord('sharedTable.messagesReceived'), received, receivedBytes),
  ]);
}
