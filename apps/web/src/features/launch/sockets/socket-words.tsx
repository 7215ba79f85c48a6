import { loadShape } from '@plimsoll/contracts/load-shape';
import { type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { messagesSent, openMs } from '@plimsoll/contracts/websocket';
import { socketFormWords } from '@plimsoll/wording/en/socket-form';
import { paragraph } from '@plimsoll/wording/list';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';

/** A load of WebSockets in words. `more`: the sentences that a load of any requests has besides. */
export function SocketWords({ plan, more, className }: { plan: Plan; more: string; className: string }) {
  const { seconds, requests, peak } = loadShape(plan);
  const values = {
    made: requests === null ? '' : formatShortCount(requests),
    length: seconds === null ? '' : formatLength(seconds * 1000),
    peak: formatSignificant(peak),
    atOnce: formatCount(peakConnections(plan.load)),
  };
  const socket = plan.target?.websocket;
  const stayMs = socket ? openMs(socket) : null;
  const needed = Math.min(requests ?? 0, Math.ceil((peak * (stayMs ?? 0)) / 1000));
  const overflows = plan.load.model === 'open' && needed > peakConnections(plan.load);
  const first =
    plan.load.model === 'open'
      ? overflows
        ? 'willPlan'
        : 'willOpen'
      : values.length && values.made
        ? 'willClosedBoth'
        : values.length
          ? 'willClosedTime'
          : 'willClosedMade';
  const overflow = overflows && socketFormWords.willWait({ ...values, stay: formatLength(stayMs ?? 0), needed: formatShortCount(needed) });
  const sent = socket ? messagesSent(socket) : 0;
  const sends = Number.isFinite(sent) && sent > 0 && socketFormWords.willSendEach({ count: sent, shown: formatCount(sent) });
  return (
    <p className={className} style={{ margin: 0 }}>
      {paragraph([socketFormWords[first](values), overflow, sends, more])}
    </p>
  );
}
