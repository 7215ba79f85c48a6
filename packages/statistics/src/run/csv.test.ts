import { staircaseStages } from '@plimsoll/contracts/staircase';
import { describe, expect, it } from 'vitest';
import { makePlan, makeSample } from '../../test/support/simulated-run.ts';
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
      'Time,Secs,Stage,ReqSent,ReqDone,ReqFailed,AvgDoneDura,AvgFailedDura,AvgDura,ErrCodeStats,Cpu,Mem,Disk,Client',
      '2026-03-01T10:00:00.250Z,0,~50,0,0,0,,,,,,,,undici',
      '2026-03-01T10:00:01.250Z,1,~50,20,5,17,2.469,1.000,1.334,503:12|500:3|connect_refused:2,,,,undici',
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
        .at(-1);
    expect([last(), last('wire 0.2.0')]).toEqual(['wire', 'wire 0.2.0']);
  });

  it('accepts lower camel case names in the header', () => {
    const [header] = samplesToCsv(study, new Date(0), [], { header: 'names' }).split('\r\n');
    expect(header).toBe('time,secs,stage,reqSent,reqDone,reqFailed,avgDoneDura,avgFailedDura,avgDura,errCodeStats,cpu,mem,disk,client');
  });

  it('labels ramps with ~ and holds plainly, through jumps and after the end', () => {
    expect([0, 4, 5, 9, 10, 14, 15, 19, 25].map((second) => stageLabel(study, second))).toEqual([
      '~50',
      '~50',
      '50',
      '50',
      '~100',
      '~100',
      '100',
      '100',
      '100',
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
});
