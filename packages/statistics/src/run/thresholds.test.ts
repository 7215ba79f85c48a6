import { describe, expect, it } from 'vitest';
import { makeSample, simulatedMix } from '../../test/support/simulated-run.ts';
import { evaluateThresholds } from './thresholds.ts';

const samples = [
  makeSample(0, { warmup: true, times: { responseTime: [9_000_000] } }),
  makeSample(1, {
    done: 98,
    failed: 2,
    outcomes: { response: 98, reset: 2 },
    dropped: 3,
    times: {
      responseTime: [...Array(98).fill(1000), 2000, 2000],
      serviceTime: Array(98).fill(900),
      timeToFirstByte: [500],
      sendLateness: [20],
    },
  }),
  makeSample(2, { lengthMs: 500, done: 50, outcomes: { response: 50 }, times: { responseTime: Array(50).fill(1000) } }),
];

describe('thresholds', () => {
  it('evaluates every metric over the measured seconds', () => {
    const results = evaluateThresholds(
      [
        'p(50) < 2ms',
        'p(99) < 1500us',
        'max <= 2ms',
        'mean < 1100us',
        'service_p(95) < 1ms',
        'ttfb_p(99) < 1ms',
        'lateness_p(99) < 1ms',
        'error_rate < 1%',
        'error_rate < 2%',
        'throughput > 99',
        'throughput > 100',
        'dropped <= 3',
        'dropped < 3',
      ],
      samples,
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, false, true, true, true, true, true, false, true, true, false, true, false]);
    expect(results[0]?.value).toBe(1000);
    expect(results[1]?.value).toBe(2000);
    expect(results[7]?.value).toBeCloseTo(2 / 150, 12);
    expect(results[9]?.value).toBeCloseTo(100, 9);
  });

  it('reads goodput, what was dropped, connections and the network off the counts', () => {
    const connections = { opened: 4, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 7 };
    const overload = { done: 30, failed: 70, outcomes: { response: 100 }, planned: 200, dropped: 100, connections };
    const bytes = { sent: 125_000, received: 250_000 };
    const seconds = [
      makeSample(0, { ...overload, bytes, peakInFlight: 60 }),
      makeSample(1, { ...overload, bytes, connections: { ...connections, open: 9 } }),
    ];
    const network = ['connections_per_second', 'peak_connections', 'peak_in_flight', 'sent_mbps', 'received_mbps'];
    const read = ['goodput', 'throughput', 'dropped_share', ...network];
    const values = evaluateThresholds(
      read.map((metric) => `${metric} > 0`),
      seconds,
    ).map(({ value }) => value);
    expect(values).toEqual([30, 100, 0.5, 4, 9, 60, 1, 2]);
    expect(evaluateThresholds(['dropped_share < 50%', 'dropped_share <= 50%'], seconds).map(({ passed }) => passed)).toEqual([false, true]);
  });

  it('reads messages and their times over all shards', () => {
    const part = (second: number, gaps: number[]) =>
      makeSample(second, {
        messages: { sent: 100, received: gaps.length, sentBytes: 0, receivedBytes: 0, coalesced: 0 },
        times: { firstMessageTime: [700], messageGap: gaps, messageRoundTrip: [300, 500], messageLateness: [4] },
      });
    const shards = [part(0, [1000, 1000]), part(0, [2000]), part(1, [1000]), part(1, [])];
    const read = (metrics: string[]) =>
      evaluateThresholds(
        metrics.map((metric) => `${metric} > ${metric.startsWith('m') ? '0' : '0us'}`),
        shards,
      ).map(({ value }) => value);
    expect(read(['messages', 'messages_sent', 'messages_received', 'messages_per_second'])).toEqual([404, 400, 4, 202]);
    expect(read(['grpc_message_gap p(75)', 'grpc_message_gap max', 'grpc_message_gap_mean'])).toEqual([1000, 2000, 1250]);
    expect(read(['grpc_first_message p(99)', 'grpc_round_trip mean', 'grpc_message_lateness p(50)'])).toEqual([700, 400, 4]);
    expect(evaluateThresholds(['messages > 403', 'messages > 404'], shards).map(({ passed }) => passed)).toEqual([true, false]);
    expect(evaluateThresholds(['grpc_message_gap p(99) < 1s'], [makeSample(0)])).toMatchObject([{ value: null, passed: false }]);
  });

  it('does not pass what was not measured or cannot be known', () => {
    const unknown = { value: null, passed: false };
    expect(evaluateThresholds(['p(99) < 1s', 'error_rate < 1%', 'throughput > 0'], [samples[0] as never])).toMatchObject([
      unknown,
      unknown,
      unknown,
    ]);
    expect(evaluateThresholds(['p(99){login} < 1s', 'nonsense'], samples)).toMatchObject([unknown, unknown]);
  });

  it('judges one request by what was measured of it alone', () => {
    const login = { times: [...Array(9).fill(1000), 8000], failed: 5 };
    const slow = { times: Array(10).fill(50_000), failed: 0 };
    const mixed = simulatedMix({ login: [{ times: [9_000_000], failed: 1 }, login, login], 'a / cart': [slow, slow, slow] }, 1);
    const results = evaluateThresholds(
      [
        'p(90){login} < 2ms',
        'p(91){login} < 2ms',
        'max{login} < 8.1ms',
        'mean{login} < 2ms',
        'service_p(50){login} <= 1ms',
        'ttfb_p(50){a / cart} > 49ms',
        'error_rate{login} <= 50%',
        'error_rate{a / cart} < 1%',
        'throughput{login} >= 10',
        'throughput > 19',
        'p(50) < 40ms',
      ],
      mixed,
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, false, true, true, true, true, true, true, true, true, true]);
    expect(results[0]?.value).toBe(1000);
    expect(results[3]?.value).toBeCloseTo(1700, -1);
    expect(results[6]?.value).toBeCloseTo(0.5, 12);
    expect(results[8]?.value).toBeCloseTo(10, 9);
  });
});
