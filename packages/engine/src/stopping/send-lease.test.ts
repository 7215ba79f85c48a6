import { expect, test } from 'vitest';
import { RunClock } from '../pace/clock.ts';
import { LeaseView, SendLease } from './send-lease.ts';

const fromNowNs = (ms: number) => process.hrtime.bigint() + BigInt(ms) * 1_000_000n;
const second = 1_000_000;

function startedAt(startNs: bigint): RunClock {
  const clock = new RunClock();
  clock.startAt(startNs);
  return clock;
}

test('is over for a load at its end and not before, and later when it is renewed in time', () => {
  const startNs = fromNowNs(0);
  const lease = new SendLease(startNs + 60_000_000_000n);
  const view = new LeaseView(lease.shared, startedAt(startNs));
  expect([59 * second, 61 * second].map((nowUs) => view.isOver(nowUs))).toEqual([false, true]);
  lease.renew(startNs + 70_000_000_000n);
  lease.renew(startNs + 65_000_000_000n);
  expect([69 * second, 71 * second].map((nowUs) => view.isOver(nowUs))).toEqual([false, true]);
});

test('that is over stays so: what is heard of after it is too late', () => {
  const lease = new SendLease(fromNowNs(-1));
  lease.renew(fromNowNs(60_000));
  expect(new LeaseView(lease.shared, startedAt(fromNowNs(0))).isOver(0)).toBe(true);
});

test('a load without a lease may go on for ever', () => {
  expect(new LeaseView(null, startedAt(fromNowNs(0))).isOver(1e15)).toBe(false);
});
