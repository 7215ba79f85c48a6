/** An open load on a virtual clock: due times by the engine's own rate line, a bound of connections, and each second as the engine counts it. */
import { buildRateLine } from '@plimsoll/contracts/load-shape';
import type { OpenLoad } from '@plimsoll/contracts/plan';
import { countRequests, timeOfArea } from '@plimsoll/contracts/rate-line';
import type { Sample } from '@plimsoll/contracts/sample';
import { makeSample } from '../simulated-run.ts';
import type { Random, Target } from './planted-targets.ts';
import { VirtualClock } from './virtual-clock.ts';

interface Counted {
  planned: number;
  sent: number;
  dropped: number;
  done: number;
  failed: number;
  doneTimeUs: number;
  failedTimeUs: number;
  inFlight: number;
  waiting: number;
  opened: number;
  closed: number;
  refused: number;
  reset: number;
  statuses: Record<string, number>;
  slots: number;
  busySlotMs: number;
  blocked: number;
  service: number[];
  response: number[];
}

export function simulateSeconds(load: OpenLoad, random: Random, targetOf: (clock: VirtualClock) => Target): Sample[] {
  const clock = new VirtualClock();
  const target = targetOf(clock);
  const line = buildRateLine(load);
  const length = Math.ceil(line.seconds);
  const seconds: Counted[] = [];
  const secondOf = (time: number) => (seconds[Math.floor(time)] ??= newCount());
  const here = () => secondOf(clock.now);
  const waiting: number[] = [];
  let next = 0;
  let inFlight = 0;
  let idle = 0;
  let mostInFlight = 0;
  let busySince = 0;
  /** Before each change of what is under way, and at the end of each second. */
  const countBusy = () => {
    secondOf(busySince).busySlotMs += inFlight * (clock.now - busySince) * 1000;
    busySince = clock.now;
  };

  const send = (due: number) => {
    const sentAt = clock.now;
    countBusy();
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    here().sent++;
    if (idle > 0) idle--;
    else here().opened++;
    target(({ status, closes, dropped }) => {
      countBusy();
      inFlight--;
      const second = here();
      const timeUs = (clock.now - due) * 1e6;
      if (dropped) {
        second.reset++;
        second.closed++;
      } else if (status === null) second.refused++;
      else {
        second.statuses[status] = (second.statuses[status] ?? 0) + 1;
        if (closes) second.closed++;
        else idle++;
      }
      if (status === 200) {
        second.service.push(Math.round((clock.now - sentAt) * 1e6));
        second.response.push(Math.round(timeUs));
        second.done++;
        second.doneTimeUs += timeUs;
      } else {
        second.failed++;
        second.failedTimeUs += timeUs;
      }
      const queued = waiting[next];
      if (queued === undefined) return;
      next++;
      send(queued);
    });
  };
  const arrive = (due: number) => {
    here().planned++;
    if (inFlight >= load.maxConnections) here().blocked++;
    if (inFlight < load.maxConnections) send(due);
    else if (waiting.length - next < load.maxQueued) waiting.push(due);
    else here().dropped++;
  };

  let area = 0;
  const count = countRequests(line);
  for (let k = 0; k < count; k++) {
    const due = timeOfArea(line, load.arrivals === 'poisson' ? area : k);
    area -= Math.log(1 - random());
    if (due >= line.seconds) break;
    clock.at(due, () => arrive(due));
  }
  for (let second = 0; second < length; second++) {
    clock.at(second + 1 - 1e-9, () => {
      const counted = here();
      countBusy();
      counted.slots = mostInFlight;
      counted.inFlight = inFlight;
      counted.waiting = waiting.length - next;
    });
  }
  clock.run();
  return Array.from({ length }, (_, second) => asSecond(second, seconds[second] ?? newCount()));
}

function newCount(): Counted {
  const counts = { planned: 0, sent: 0, dropped: 0, done: 0, failed: 0, doneTimeUs: 0, failedTimeUs: 0, inFlight: 0, waiting: 0 };
  return {
    ...counts,
    opened: 0,
    closed: 0,
    refused: 0,
    reset: 0,
    slots: 0,
    busySlotMs: 0,
    blocked: 0,
    statuses: {},
    service: [],
    response: [],
  };
}

function asSecond(second: number, { opened, closed, refused, reset, service, response, statuses, ...counts }: Counted): Sample {
  const answers = Object.values(statuses).reduce((sum, n) => sum + n, 0);
  return makeSample(second, {
    ...counts,
    statuses,
    outcomes: Object.fromEntries(Object.entries({ response: answers, connect_refused: refused, reset }).filter(([, count]) => count > 0)),
    bytes: { sent: counts.sent * 100, received: answers * 200 },
    connections: { opened, reused: counts.sent - opened, closedByPeer: closed, closedByUs: 0, failed: refused, tlsHandshakes: 0, open: 0 },
    times: { responseTime: response, serviceTime: service },
  });
}
