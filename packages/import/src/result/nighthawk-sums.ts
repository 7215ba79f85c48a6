/** Nighthawk's sums of all event loops, as JSON or as text. It tells statuses by their class alone. */
import { counted, type ImportedSums, type ImportedTimes } from './imported-result.ts';

const unansweredCounters = ['stream_resets', 'pool_connection_failure', 'pool_overflow'];

/** Counters by their name, which older releases begin with `client.`. */
export function sumNighthawk(
  counters: Iterable<readonly [name: string, value: number]>,
  durationMs: number | null,
  responseTime: ImportedTimes,
): ImportedSums {
  const values = new Map([...counters].map(([name, value]) => [name.replace(/^(client\.)?(benchmark\.)?/, ''), value]));
  const answers = (hundred: number) => values.get(`http_${hundred}xx`) ?? 0;
  const unanswered = unansweredCounters.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
  const requests = [1, 2, 3, 4, 5].reduce((sum, hundred) => sum + answers(hundred), unanswered);
  return {
    durationMs,
    requests,
    failed: answers(4) + answers(5) + unanswered,
    throughputPerSecond: durationMs ? requests / (durationMs / 1000) : null,
    receivedBytes: values.get('upstream_cx_rx_bytes_total') ?? null,
    statuses: null,
    responseTime,
    unanswered: counted({ no_answer: unanswered }),
  };
}

/** A share as it is written: 0.990625 is p99.0625. */
export function percentileOf(share: number): number {
  return Number((share * 100).toFixed(8));
}
