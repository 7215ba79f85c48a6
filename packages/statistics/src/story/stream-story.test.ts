import type { Sample } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { makePlan, type SimulatedStream, tokenSamples } from '../../test/support/simulated-run.ts';
import { tellStory } from './tell-story.ts';

const plan = makePlan({ load: { model: 'closed', stages: [{ over: '25s', to: 100 }] } });
const perSecond = 25;

/** A ramp from 1 to 100 streams at once in 25 s. `firstUs`: by the streams at once. */
function ramp(firstUs: (streams: number) => number, change: Partial<SimulatedStream> = {}): Sample[] {
  const streamsAt = (second: number) => 1 + Math.round((99 * second) / 24);
  const seconds = Array.from({ length: 25 }, (_, second) =>
    Array.from({ length: perSecond }, (_, nth): SimulatedStream => {
      // Spread by up to 10 %, so that p95 lies at 1.09 of it.
      const firstTokenUs = Math.round(firstUs(streamsAt(second)) * (1 + (0.1 * nth) / perSecond));
      return { firstTokenUs, interTokenUs: 20_000, inputTokens: 10, outputTokens: 8, counted: false, good: true, ...change };
    }),
  );
  // When the load ends, nothing is under way any more.
  return tokenSamples(seconds).map((sample, second) => ({ ...sample, inFlight: second === 24 ? 0 : streamsAt(second) }));
}
const told = (samples: readonly Sample[]) =>
  tellStory(plan, samples)
    .findings.filter(({ kind }) => kind === 'first_later' || kind === 'answer_whole')
    .map(({ second, figures, text }) => ({ second, figures, text: text.replaceAll(/[\u00a0\u202f]/g, ' ') }));

it('says from how many streams on the first token came later, with the p95 of both sides', () => {
  const [finding, ...more] = told(ramp((streams) => (streams < 40 ? 280_000 : 2_000_000)));
  expect(more).toEqual([]);
  const { streams = 0, beforeUs = 0, afterUs = 0 } = { ...(finding?.figures as Partial<Record<string, number>>) };
  // A level is half a doubling wide: 40 lies in that from 39 to 53, of which seconds with 39 count as well.
  expect(streams).toBeGreaterThan(38);
  expect(streams).toBeLessThan(47);
  expect([Math.round(beforeUs / 1e4), Math.round(afterUs / 1e5)]).toEqual([31, 22]);
  expect(finding?.text).toMatch(/^The first token came later from \d\d streams on: TTFT p95 30\d ms → 2\.1\d s\.$/);
});

it('says nothing of a target that keeps its pace, gets slower by little, or is slow from the start', () => {
  for (const firstUs of [() => 300_000, (streams: number) => 300_000 + 2000 * streams, () => 3_000_000, (streams: number) => 100 * streams])
    expect(told(ramp(firstUs))).toEqual([]);
});

it('says that the first message came with the last, where answers are held back on the way', () => {
  const whole = ramp(() => 900_000, { interTokenUs: 20 });
  expect(told(whole).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^The first message came with the last: 9 messages of a stream within 16\d µs, 9\d\d ms after it was sent\./),
  ]);
  // One stream of ten that comes piece by piece: not nearly all.
  const some = whole.map((sample, second) => (second % 10 === 0 ? (ramp(() => 900_000)[second] as Sample) : sample));
  expect(told(some)).toEqual([]);
  // Fast from the start is no sign of a buffer.
  expect(told(ramp(() => 3000, { interTokenUs: 20 }))).toEqual([]);
});
