/** Connections, rate, requests and time of a command as a load. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { readNumber, writeTime } from './amount.ts';
import type { Given } from './read-flags.ts';

type LoadInput = PlanInput['load'];
interface Asked {
  readonly tool: string;
  readonly connections: number;
  /** Requests per second over all connections; null: as fast as they go. */
  readonly rate: number | null;
  readonly requests: number | null;
  readonly durationMs: number | null;
}

/** Without a rate a closed load, with one an open load that ends by time. `notes` gets the sums that were made. */
export function makeLoad({ tool, connections, rate, requests, durationMs }: Asked, notes: string[]): LoadInput {
  const duration = durationMs === null ? undefined : writeTime(durationMs);
  if (rate === null)
    return { model: 'closed', connections, ...(requests === null ? {} : { requests }), ...(duration === undefined ? {} : { duration }) };
  const byCount = requests === null ? null : (requests / rate) * 1000;
  const ends = Math.min(durationMs ?? Number.POSITIVE_INFINITY, byCount ?? Number.POSITIVE_INFINITY);
  if (byCount !== null && ends === byCount)
    notes.push(
      importedWords.note.requestsAsTime({
        requests: formatCount(requests ?? 0),
        rate: formatCount(rate),
        duration: writeTime(ends),
      }),
    );
  notes.push(importedWords.note.waits({ tool }));
  return { model: 'open', rate, duration: writeTime(ends), maxConnections: connections };
}

/** A rate for each connection as one over all of them. `notes` gets the sum, unless the rate is none. */
export function sumRates(tool: string, each: Given, connections: number, notes: string[]): number {
  const rate = readNumber(each) * connections;
  if (rate)
    notes.push(
      importedWords.note.perConnection({
        tool,
        each: formatCount(readNumber(each)),
        connections: formatCount(connections),
        rate: formatCount(rate),
      }),
    );
  return rate;
}
