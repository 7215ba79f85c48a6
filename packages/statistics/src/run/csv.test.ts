import { staircaseStages } from '@plimsoll/contracts/staircase';
import { describe, expect, it } from 'vitest';
import { makePlan, makeSample } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { samplesToCsv, stageLabel } from './csv.ts';

const study = makePlan({
  load: {
    model: 'open',
    startRate: 0,
    stages: staircaseStages({ from: 50, to: 100, step: 50, ramp: '5s', hold: '5s' }),
    maxConnections: 100,
  },
});

describe('csv', () => {
  it('writes one row a second in the columns of the ramping study, times with milliseconds', () => {
    const csv = samplesToCsv(study, '2026-03-01T10:00:00.250Z', [
      makeSample(1, {
        sent: 20,
        done: 5,
        failed: 17,
        outcomes: { response: 20, connect_refused: 2 },
        statuses: { '200': 5, '503': 12, '500': 3 },
        doneTimeUs: 12_345,
        failedTimeUs: 17_000,
      }),
      makeSample(0, { done: 0, outcomes: {}, statuses: {}, times: {}, doneTimeUs: 0 }),
    ]);
    expect(csv.split('\r\n')).toEqual([
      'Time,Secs,Stage,ReqSent,ReqDone,ReqFailed,AvgDoneDura,AvgFailedDura,AvgDura,ErrCodeStats,Cpu,Mem,Disk,Client,Validity',
      '2026-03-01T10:00:00.250Z,0,~50,0,0,0,,,,,,,,undici,',
      '2026-03-01T10:00:01.250Z,1,~50,20,5,17,2.469,1.000,1.334,503:12|500:3|connect_refused:2,,,,undici,',
      '',
    ]);
  });

  it('counts a status that failed a check under its status, and others as check_failed', () => {
    const csv = samplesToCsv(study, '2026-03-01T10:00:00Z', [
      makeSample(0, { done: 1, failed: 5, outcomes: { response: 1, check_failed: 5 }, statuses: { '200': 3, '503': 3 } }),
    ]);
    expect(csv).toContain(',503:3|check_failed:2,');
  });

  it('names the client that sent the requests, with its version where that is known', () => {
    const wired = makePlan({ connection: { client: 'wire' } });
    const last = (client?: string) =>
      samplesToCsv(wired, new Date(0), [makeSample(0)], { client })
        .trimEnd()
        .split(',')
        .at(-2);
    expect([last(), last('wire 0.2.0')]).toEqual(['wire', 'wire 0.2.0']);
  });

  it('accepts lower camel case names in the header', () => {
    const [header] = samplesToCsv(study, new Date(0), [], { header: 'names' }).split('\r\n');
    expect(header).toBe(
      'time,secs,stage,reqSent,reqDone,reqFailed,avgDoneDura,avgFailedDura,avgDura,errCodeStats,cpu,mem,disk,client,validity',
    );
  });

  it('has what a run of gRPC calls has besides behind the columns of every run, as the sorted lists tell it', () => {
    const plan = makePlan({
      target: { url: 'grpc://127.0.0.1:1', grpc: { call: 'shop.Cart/Add', reflection: true } },
      connection: { protocol: 'grpc' },
    });
    const gaps = [[900, 1500, 1700], [1100]];
    const shards = gaps.map((messageGap, at) =>
      makeSample(0, {
        done: 3,
        failed: at,
        outcomes: { response: 3 + at },
        statuses: { '200': 3 + at },
        grpcStatuses: at > 0 ? { OK: 3, UNAVAILABLE: 1 } : { OK: 3 },
        messages: { sent: 3, received: 4, sentBytes: 30, receivedBytes: 41, coalesced: 0 },
        times: { firstMessageTime: [700 + at], messageGap, messageLateness: [5] },
      }),
    );
    const [head = '', row = '', quiet = ''] = samplesToCsv(plan, new Date(0), [...shards, makeSample(1, { done: 0 })]).split('\r\n');
    const cells = (line: string) => Object.fromEntries(line.split(',').map((text, at) => [head.split(',')[at], text]));
    const common = samplesToCsv(makePlan(), new Date(0), []).trimEnd();
    expect(head.startsWith(`${common},GrpcOK,`)).toBe(true);
    expect(cells(row)).toMatchObject({ ErrCodeStats: 'UNAVAILABLE:1', GrpcOK: '6', GrpcStatusStats: 'OK:6|UNAVAILABLE:1' });
    expect(cells(row)).toMatchObject({ MsgSent: '6', MsgReceived: '8', MsgSentBytes: '60', MsgReceivedBytes: '82' });
    const sorted = gaps.flat().toSorted((a, b) => a - b);
    const ms = (percentile: number) => ((sorted[Math.ceil((percentile / 100) * sorted.length) - 1] as number) / 1000).toFixed(3);
    expect(cells(row)).toMatchObject({ MsgGapP50: ms(50), MsgGapP99: ms(99), FirstMsgP50: '0.700', FirstMsgP99: '0.701' });
    expect(cells(row)).toMatchObject({ MsgRoundTripP50: '', MsgRoundTripP99: '', MsgLatenessP50: '0.005' });
    expect(cells(quiet)).toMatchObject({ Secs: '1', GrpcOK: '', GrpcStatusStats: '', MsgSent: '' });
    expect(samplesToCsv(plan, new Date(0), [], { header: 'names' })).toContain(',validity,grpcOK,grpcStatusStats,msgSent,');
  });

  it('labels ramps with ~ and holds plainly, through jumps, and what comes after the end apart', () => {
    expect([0, 4, 5, 9, 10, 14, 15, 19, 25].map((second) => stageLabel(study, second))).toEqual([
      '~50',
      '~50',
      '50',
      '50',
      '~100',
      '~100',
      '100',
      '100',
      'drain',
    ]);
    const jumps = makePlan({
      warmup: '2s',
      load: {
        model: 'open',
        startRate: 10,
        stages: [
          { to: 200, over: '0s' },
          { to: 200, over: '3s' },
        ],
        maxConnections: 10,
      },
    });
    expect([0, 1, 2, 4].map((second) => stageLabel(jumps, second))).toEqual(['warmup', 'warmup', '200', '200']);
    expect(stageLabel(makePlan(), 3)).toBe('10');
    expect(stageLabel(makePlan({ load: { model: 'open', rate: 500, duration: '5s' } }), 3)).toBe('500');
    expect(stageLabel(makePlan({ load: { model: 'closed', stages: [{ to: 100, over: '30s' }] } }), 3)).toBe('~100');
  });

  it('agrees in each column with the requests it was made of, taken one by one', () => {
    const random = createRandom(7);
    const start = Date.parse('2026-03-01T10:00:00.125Z');
    const kinds = ['ok', '503', '500', 'connect_refused', 'timeout'] as const;
    const requests = Array.from({ length: 2000 }, () => ({
      second: Math.floor(random() * 20),
      shard: Math.floor(random() * 2),
      kind: kinds[Math.floor(random() ** 2 * kinds.length)] ?? 'ok',
      us: Math.floor(1000 + random() * 90_000),
    }));
    const target = (second: number) =>
      second % 3 === 0
        ? null
        : { cpu: second / 40, memoryBytes: 1000 * second + 0.4, memoryShare: 0.5, diskBytesPerSecond: null, diskShare: second / 20 };
    const isTimed = (kind: string) => kind !== 'connect_refused';
    const sampleOf = (second: number, shard: number) => {
      const own = requests.filter((one) => one.second === second && one.shard === shard);
      const count = (...of: readonly string[]) => own.filter(({ kind }) => of.includes(kind)).length;
      const sum = (of: typeof own) => of.reduce((total, { us }) => total + us, 0);
      return makeSample(second, {
        done: count('ok'),
        failed: own.length - count('ok'),
        outcomes: { response: count('ok', '503', '500'), connect_refused: count('connect_refused'), timeout: count('timeout') },
        statuses: { '200': count('ok'), '503': count('503'), '500': count('500') },
        doneTimeUs: sum(own.filter(({ kind }) => kind === 'ok')),
        failedTimeUs: sum(own.filter(({ kind }) => kind !== 'ok' && isTimed(kind))),
      });
    };
    const samples = Array.from({ length: 40 }, (_, at) => sampleOf(Math.floor(at / 2), at % 2));
    const [head = '', ...rows] = samplesToCsv(study, new Date(start), samples, { target, stamp: 'degraded' }).trimEnd().split('\r\n');
    const names = head.split(',');
    expect(rows).toHaveLength(20);
    for (const [second, row] of rows.entries()) {
      const cell = Object.fromEntries(row.split(',').map((text, at) => [names[at], text]));
      const own = requests.filter((one) => one.second === second);
      const [good, bad] = [own.filter(({ kind }) => kind === 'ok'), own.filter(({ kind }) => kind !== 'ok')];
      // A refused connection took no time, and counts in the average of what failed.
      const average = (of: typeof own) => of.reduce((total, { kind, us }) => total + (isTimed(kind) ? us / 1000 : 0), 0) / of.length;
      expect(cell.Time).toBe(`2026-03-01T10:00:${String(second).padStart(2, '0')}.125Z`);
      expect(cell.Secs).toBe(String(second));
      expect(cell.Stage).toBe(['~50', '50', '~100', '100'][Math.floor(second / 5)]);
      expect([cell.ReqSent, cell.ReqDone, cell.ReqFailed].map(Number)).toEqual([own.length, good.length, bad.length]);
      expect(Number(cell.AvgDoneDura)).toBeCloseTo(average(good), 3);
      expect(Number(cell.AvgFailedDura)).toBeCloseTo(average(bad), 3);
      expect(Number(cell.AvgDura)).toBeCloseTo(average(own), 3);
      const groups = Object.groupBy(bad, ({ kind }) => kind);
      expect(new Set(cell.ErrCodeStats?.split('|'))).toEqual(new Set(Object.entries(groups).map(([kind, of]) => `${kind}:${of.length}`)));
      expect([cell.Cpu, cell.Mem, cell.Disk]).toEqual(
        second % 3 === 0 ? ['', '', ''] : [(second * 2.5).toFixed(1), String(1000 * second), `${(second * 5).toFixed(1)}%`],
      );
      expect([cell.Client, cell.Validity]).toEqual(['undici', 'degraded']);
    }
  });
});
