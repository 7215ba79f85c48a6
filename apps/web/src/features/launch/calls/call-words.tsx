/** The total of a load of gRPC calls, in sentences: calls, and the messages in them. A chunk of its own: import it lazily. */

import type { MethodKind } from '@plimsoll/contracts/grpc-description';
import { loadShape } from '@plimsoll/contracts/load-shape';
import { type Plan, peakConnections, peakInFlight } from '@plimsoll/contracts/plan';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { paragraph } from '@plimsoll/wording/list';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { Notice } from '../../../ui/notice/notice.tsx';
import type { RequestRow } from '../values/request-row.ts';
import { callFigures } from './call-figures.ts';
import { useKnownKind } from './use-description.ts';

interface Props {
  readonly plan: Plan;
  /** The call as the form holds it: what is known of its method goes with that. */
  readonly row: RequestRow;
  /** Sentences that stand behind, whatever is sent. */
  readonly more: string;
  readonly className: string;
}

export function CallWords({ plan, row, more, className }: Props) {
  const kind = useKnownKind(row);
  const sentences = useSentences(plan, kind);
  const { openStreams } = callFigures(plan, kind);
  const atOnce = peakInFlight(plan);
  return (
    <>
      <p className={className} style={{ margin: 0 }}>
        {paragraph([...sentences, more])}
      </p>
      {openStreams !== null && openStreams > atOnce && (
        <Notice tone="warn">
          {callFormWords.willWait({
            atOnce: formatCount(atOnce),
            connections: formatCount(peakConnections(plan.load)),
            streams: formatCount(plan.connection.streams),
          })}
        </Notice>
      )}
    </>
  );
}

function useSentences(plan: Plan, kind: MethodKind | null): (string | false)[] {
  const { load, connection } = plan;
  const shape = loadShape(plan);
  const { perCall, inTurn, streamMs, openStreams } = callFigures(plan, kind);
  const values = {
    requests: shape.requests === null ? '' : formatShortCount(shape.requests),
    length: shape.seconds === null ? '' : formatLength(shape.seconds * 1000),
    peak: formatSignificant(shape.peak),
    connections: formatCount(peakConnections(load)),
    streams: formatCount(connection.streams),
    atOnce: formatCount(peakInFlight(plan)),
  };
  const first =
    load.model === 'open'
      ? 'willOpen'
      : values.length && values.requests
        ? 'willClosedBoth'
        : values.length
          ? 'willClosedTime'
          : 'willClosedRequests';
  const sends =
    perCall !== null &&
    perCall > 1 &&
    (load.model === 'open'
      ? callFormWords.willSend({ calls: values.peak, messages: formatCount(perCall), product: formatSignificant(shape.peak * perCall) })
      : callFormWords.willSendEach({ count: perCall, shown: formatCount(perCall) }));
  return [
    callFormWords[first](values),
    sends,
    inTurn !== null && callFormWords.willTurn({ messages: formatCount(inTurn) }),
    streamMs !== null && callFormWords.willLast({ length: formatLength(streamMs) }),
    openStreams !== null && callFormWords.willStay({ open: formatCount(Math.ceil(openStreams)) }),
    (kind === 'server_streaming' || kind === 'bidi_streaming') && callFormWords.willReceive,
  ];
}
