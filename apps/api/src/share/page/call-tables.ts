/** The part of a shared run that only gRPC calls have, as semantic HTML: statuses, messages, and their times. */
import { grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { Summary } from '@plimsoll/contracts/run';
import { tellsMessages } from '@plimsoll/contracts/sample';
import { formatBytes } from '@plimsoll/wording/bytes';
import { metricWords } from '@plimsoll/wording/en/names';
import { sharedTableWords } from '@plimsoll/wording/en/shared';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { type Html, html } from './html.ts';
import { heads, scrolling } from './table-html.ts';

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
  const names = (['grpcStatus', 'calls', 'share'] as const).map((name) => sharedTableWords[name]);
  return scrolling(sharedTableWords.grpcStatuses, '', html`${heads(names)}`, rows);
}

/**
 * The number of messages that went out and came in, with their bytes and how many a second; null of a run without messages of gRPC calls.
 */
export function messageTable({ grpc, durationMs }: Summary): Html | null {
  if (!grpc || !tellsMessages(grpc)) return null;
  const { sent, received, sentBytes, receivedBytes } = grpc.messages;
  const row = (name: string, messages: number, bytes: number) => {
    const perSecond = durationMs > 0 ? messages / (durationMs / 1000) : null;
    return html`<tr><th scope="row">${name}</th><td>${formatCount(messages)}</td><td>${formatRate(perSecond)}</td><td>${formatBytes(bytes)}</td></tr>`;
  };
  const head = heads([sharedTableWords.direction, sharedTableWords.count, metricWords.messagesPerSecond, sharedTableWords.bytes]);
  return scrolling(sharedTableWords.messages, '', html`${head}`, [
    row(sharedTableWords.messagesSent, sent, sentBytes),
    row(sharedTableWords.messagesReceived, received, receivedBytes),
  ]);
}
