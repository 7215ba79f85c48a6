import { choosesClient } from '@plimsoll/contracts/connection';
import { parseRows } from '@plimsoll/contracts/data-rows';
import { loadShape } from '@plimsoll/contracts/load-shape';
import { type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { isSequence } from '@plimsoll/contracts/requests';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { paragraph } from '@plimsoll/wording/list';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatLength } from '@plimsoll/wording/time';
import { Suspense } from 'react';
import { ShapeChart } from '../../charts/shape-chart.tsx';
import { CallWords } from './calls/lazy-call.ts';
import launchStyles from './launch.module.css';
import { SocketWords } from './sockets/lazy-socket.ts';
import type { RequestRow } from './values/request-row.ts';

const mostNamed = 5;

/** The load's line and what it comes to, from the same maths the engine paces by. `row` is the plan's first request in the form. */
export function PlanPreview({ plan, row }: { plan: Plan; row: RequestRow }) {
  const shape = loadShape(plan);
  const length = shape.seconds === null ? '' : formatLength(shape.seconds * 1000);
  const requests = shape.requests === null ? '' : formatShortCount(shape.requests);
  const values = { connections: formatCount(peakConnections(plan.load)), requests, length, peak: formatSignificant(shape.peak) };
  const sentence =
    plan.load.model === 'open'
      ? launchWords.willOpen(values)
      : length && requests
        ? launchWords.willClosedBoth(values)
        : length
          ? launchWords.willClosedTime(values)
          : launchWords.willClosedRequests(values);
  const rows = rowsOnce(plan);
  const active = plan.connection.maxActiveRequests;
  const more = [
    plan.warmup !== '0s' && launchWords.willWarm({ warmup: plan.warmup }),
    choosesClient(plan.connection) && launchWords.willSend[plan.connection.client],
    active !== null && launchWords.willHold({ active: formatCount(active) }),
    !plan.connection.keepAlive && launchWords.willClose,
    plan.requests && requestSentence(plan),
    rows !== null && launchFormWords.willRows({ count: rows }),
    countGenerators(plan.generators) > 1 && launchFormWords.willShare({ count: countGenerators(plan.generators) }),
    plan.abortOnFail && launchFormWords.willAbort,
  ];
  const look = `soft small ${launchStyles.breakable}`;
  return (
    <>
      <ShapeChart shape={shape} label={sentence} unit={shapeUnit(plan)} />
      {plan.target?.grpc ? (
        <Suspense fallback={null}>
          <CallWords plan={plan} row={row} more={paragraph(more)} className={look} />
        </Suspense>
      ) : plan.target?.websocket ? (
        <Suspense fallback={null}>
          <SocketWords plan={plan} more={paragraph(more)} className={look} />
        </Suspense>
      ) : (
        <p className={look} style={{ margin: 0 }}>
          {paragraph([sentence, ...more])}
        </p>
      )}
    </>
  );
}

function shapeUnit({ load, target }: Plan): string {
  if (load.model === 'closed') return launchWords.connections;
  return target?.grpc ? launchWords.callRate : target?.websocket ? launchWords.socketRate : launchWords.rate;
}

function requestSentence(plan: Plan): string {
  const requests = plan.requests ?? [];
  const sequence = isSequence(plan);
  const sum = requests.reduce((total, { weight }) => total + weight, 0);
  const words = requests.slice(0, mostNamed).map(({ name, weight }) => (sequence ? name : `${name} (${formatShare(weight / sum)})`));
  const joined = words.join(sequence ? ' → ' : ' · ');
  const left = requests.length - words.length;
  const list = left > 0 ? launchFormWords.willMore({ list: joined, count: left }) : joined;
  return (sequence ? launchFormWords.willSequence : launchFormWords.willMix)({ list });
}

/** Rows that are used once each: no more requests than these are sent. */
function rowsOnce({ data }: Plan): number | null {
  if (data?.order !== 'once') return null;
  const parsed = parseRows(data);
  return 'error' in parsed ? null : parsed.rows.length;
}
