import type { Summary } from '@plimsoll/contracts/summary';
import { expect, it } from 'vitest';
import { sumEconomy } from './economy-figures.ts';

const summary = (sent: number, opened: number, seconds: number, connectUs: number | null) =>
  ({
    sent,
    requests: sent - 1,
    failed: 2,
    durationMs: seconds * 1000,
    connections: { opened, reused: sent - opened, closedByPeer: 1, closedByUs: 0, failed: 0, tlsHandshakes: opened, open: opened },
    connectTime: { p50Us: connectUs },
    dnsTime: { p50Us: null },
    tcpTime: { p50Us: connectUs === null ? null : connectUs / 2 },
    tlsTime: { p50Us: connectUs },
    upgradeTime: { p50Us: null },
  }) as unknown as Summary;

it('counts all runs of an arm together, and gives medians from the lowest run to the highest', () => {
  expect(sumEconomy([summary(1000, 10, 10, 400), summary(3000, 30, 30, 900), summary(0, 0, 10, null)])).toEqual({
    opened: 40,
    // 40 connections in 50 s.
    openedPerSecond: 0.8,
    reused: 0.99,
    handshakesPerSecond: 0.8,
    requestsPerConnection: 100,
    closedByPeer: 3,
    most: 30,
    openingP50Us: {
      connectTime: { low: 400, high: 900 },
      dnsTime: null,
      tcpTime: { low: 200, high: 450 },
      tlsTime: { low: 400, high: 900 },
      upgradeTime: null,
    },
    requests: 3997,
    failed: 6,
  });
});

it('has no ratio where nothing was sent', () => {
  expect(sumEconomy([summary(0, 0, 0, null)])).toMatchObject({
    openedPerSecond: null,
    reused: null,
    requestsPerConnection: null,
    openingP50Us: { connectTime: null },
  });
});
