/** A recorded series (`bench/src/recorded`) as the run that it was. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { noStreams } from '@plimsoll/contracts/empty-sample';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { histogramNames } from '@plimsoll/contracts/times';

const folder = new URL('../../fixtures/recorded/', import.meta.url);
const ending = '.json.gz';

export interface RecordedRun {
  readonly plan: Plan;
  readonly samples: readonly Sample[];
}

export function listRecorded(): string[] {
  return readdirSync(folder).map((name) => name.slice(0, -ending.length));
}

export function readRecorded(name: string): RecordedRun {
  const { plan, samples } = JSON.parse(gunzipSync(readFileSync(new URL(`${name}${ending}`, folder))).toString()) as {
    plan: unknown;
    samples: (Omit<Sample, 'histograms' | 'errors'> & { histograms: Partial<Record<string, string>> })[];
  };
  return {
    plan: planSchema.parse(plan),
    samples: samples.map(({ histograms, ...sample }) => ({
      // They were recorded before streams were counted.
      ...noStreams,
      ...sample,
      messages: { ...noStreams.messages, ...sample.messages },
      generator: { ...unknownMachine, ...sample.generator },
      errors: [],
      histograms: Object.fromEntries(
        histogramNames.map((time) => [time, Uint8Array.from(Buffer.from(histograms[time] ?? '', 'base64'))]),
      ) as Sample['histograms'],
    })),
  };
}
