import { describe, expect, test, vi } from 'vitest';
import { looseRecorder } from '../../test/support/loose-recorder.ts';
import { HistogramRecorder } from './histogram-recorder.ts';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a second that is over', () => {
  test('is written out in parts, while nothing is due', async () => {
    let hasTime = false;
    const emit = vi.fn();
    const recorder = looseRecorder({ hasTime: () => hasTime, emit });
    recorder.connected({ wholeUs: 400, dnsUs: 100, tcpUs: 100, tlsUs: 200 });
    const encoded = vi.spyOn(HistogramRecorder.prototype, 'takeEncoded');
    recorder.at(1_000_000);
    await turns(30);
    expect([encoded.mock.calls.length, recorder.writing]).toEqual([0, true]);
    hasTime = true;
    await turns(3);
    expect(encoded.mock.calls.length).toBeGreaterThan(0);
    expect([emit.mock.calls.length, recorder.writing]).toEqual([0, true]);
    await turns(50);
    expect([emit.mock.calls.length, recorder.writing]).toEqual([1, false]);
    encoded.mockRestore();
  });

  test('is written out in time though something is always due', async () => {
    const emit = vi.fn();
    const recorder = looseRecorder({ hasTime: () => false, emit });
    recorder.at(1_000_000);
    await turns(2000);
    expect(emit).toHaveBeenCalledOnce();
    // And before the next is over, however few turns there were.
    recorder.at(2_000_000);
    recorder.at(3_000_000);
    expect(emit).toHaveBeenCalledTimes(2);
    expect(emit.mock.lastCall?.[0]).toMatchObject({ second: 1, lengthMs: 1000 });
  });
});
