/** Stops a load that only does harm: (almost) nothing but errors for a minute, or no connection at all for ten seconds. */
import { unconnectedKinds } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import { countedMark } from '@plimsoll/contracts/streaming';

const errorWindowSeconds = 60;
const errorShare = 0.9;
const minRequests = 50;
const connectWindowSeconds = 10;

interface Second {
  readonly finished: number;
  readonly failed: number;
  readonly connectErrors: number;
  readonly opened: number;
}

/** A function that takes one sample after the other, and answers the ending to stop with, or null. */
export function autoStop(connection: Plan['connection']): (sample: Sample) => LoadEnding | null {
  const seconds: Second[] = [];
  return (sample) => {
    // The warm-up counts too: a target that is down is down. Requests that ended after it are in `stragglers`, whose status is not known.
    seconds.push({
      finished: sample.done + sample.failed,
      failed: sample.failed,
      connectErrors: unconnectedKinds.reduce((sum, kind) => sum + (sample.outcomes[kind] ?? 0), 0),
      opened: sample.connections.opened,
    });
    if (seconds.length > errorWindowSeconds) seconds.shift();
    const sum = (window: readonly Second[], key: keyof Second) => window.reduce((total, second) => total + second[key], 0);
    const last = seconds.slice(-connectWindowSeconds);
    if (last.length === connectWindowSeconds) {
      const refused = sum(last, 'connectErrors');
      if (refused > 0 && refused === sum(last, 'finished') && sum(last, 'opened') === 0)
        return { kind: 'onlyConnectionErrors', seconds: connectWindowSeconds, errors: refused };
    }
    if (seconds.length < errorWindowSeconds) return null;
    const finished = sum(seconds, 'finished');
    const failed = sum(seconds, 'failed');
    return finished >= minRequests && failed >= errorShare * finished
      ? { kind: 'mostlyErrors', seconds: errorWindowSeconds, failed, finished, ...countedMark(connection) }
      : null;
  };
}
