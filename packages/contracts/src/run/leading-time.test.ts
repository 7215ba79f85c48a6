import { expect, test } from 'vitest';
import { countMessages, leadingTime, leadingTimes, noMessages, timesThatLead, waitingTime } from './leading-time.ts';
import { noStream, type Times, type WithStreams } from './sample.ts';
import type { Summary } from './summary.ts';

const times = (count: number, p95Us = 1000) => ({ count, p50Us: p95Us / 2, p95Us, p99Us: 2 * p95Us }) as Times;
const part = (stream: Partial<NonNullable<WithStreams['stream']>>) => ({ stream: { ...noStream, ...stream }, grpc: null }) as WithStreams;
const summaryOf = (figures: WithStreams) => ({ ...figures, responseTime: times(10, 9000) }) as unknown as Summary;
const several = part({ firstMessageTime: times(10, 300), messageGap: times(90, 40) });

test('a run whose plan has other requests beside its streams is told by p99, and its row in a list, too', () => {
  expect(waitingTime(several, { streamsOnly: true })).toEqual({ metric: 'firstMessageTime.p95', us: 300 });
  expect(leadingTime(summaryOf(several), { streamsOnly: true })).toEqual({ metric: 'firstMessageTime.p95', us: 300 });
  expect(waitingTime(several, { streamsOnly: false })).toBeNull();
  expect(leadingTime(summaryOf(several), { streamsOnly: false })).toEqual({ metric: 'p99', us: 18_000 });
});

test('seconds counted one by one lead to the time of the whole run, which the last of them alone would not tell', () => {
  const [begin, quiet] = [several, part({})];
  const counts = [begin, quiet, quiet].reduce(countMessages, noMessages);
  expect(timesThatLead(counts, { streamsOnly: true })).toBe('firstMessageTime');
  expect(leadingTimes(quiet, { streamsOnly: true })).toBe('responseTime');
});

test('the time from publishing leads while most of it comes from seconds whose clock was not ahead', () => {
  const published = (count: number, p50Us: number) => part({ messageGap: times(count), publishTime: { ...times(count), p50Us } });
  const lead = (parts: readonly WithStreams[]) => timesThatLead(parts.reduce(countMessages, noMessages), { streamsOnly: true });
  expect(lead([published(60, 500), published(40, 1)])).toBe('publishTime');
  expect(lead([published(40, 500), published(60, 1)])).not.toBe('publishTime');
});
