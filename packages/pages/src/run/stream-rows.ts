/** The figures of a run's streams in lines, for whoever draws no table: names and what was measured. */
import { findMessageTimes, type StreamFigures, type Times } from '@plimsoll/contracts/sample';
import { type MessageTime, messageTimes } from '@plimsoll/contracts/times';
import { streamsChartWords, streamsWords } from '@plimsoll/wording/en/streams';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';

/** The times of messages and tokens that were taken at all, in their order. */
export function takenTimes(stream: StreamFigures): readonly (readonly [name: MessageTime, times: Times])[] {
  return messageTimes.flatMap((name) => {
    const times = findMessageTimes(stream, name);
    return times && times.count > 0 ? [[name, times] as const] : [];
  });
}

/** Messages and tokens: names and figures. */
export function streamRows({ messagesSent, messagesReceived, tokens }: StreamFigures): [name: string, figure: string][] {
  return [
    [
      streamsWords.messages,
      `${formatCount(messagesSent)} ${streamsChartWords.sent}, ${formatCount(messagesReceived)} ${streamsChartWords.received}`,
    ],
    ...(tokens ? [[streamsWords.outputPerSecond, formatRate(tokens.outputPerSecond)] as [string, string]] : []),
    ...(tokens && tokens.goodput !== null ? [[streamsWords.goodput, formatShare(tokens.goodput)] as [string, string]] : []),
  ];
}
