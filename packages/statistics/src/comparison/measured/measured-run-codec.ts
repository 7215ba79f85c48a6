/** A measured run as bytes, to be kept: charts as JSON, series as numbers. Nothing is rounded: lengths of seconds are doubles as they are. */
import { armSchema } from '@plimsoll/contracts/comparison';
import { pointSchema } from '@plimsoll/contracts/sample';
import { comparedMessageTimes, detailTimes } from '@plimsoll/contracts/times';
import type { RunSeries } from '../../bootstrap/run-series.ts';
import { openByteWriter, openSealed, StoredBytesError, sealBytes, takeBytes, takeNumber } from '../../bytes/byte-stream.ts';
import type { MeasuredRun } from './measured-run.ts';
import { putSeries, takeSeries } from './series-codec.ts';

export interface EncodedRun {
  /** JSON, to the letter as it stands in the answer of a comparison. */
  readonly charts: string;
  readonly series: Uint8Array<ArrayBuffer>;
}

/** Raise it when what is measured or how it is written changes its meaning. */
const revision = 7;
/** In the order in which the times that a run has are written. */
const names = [...detailTimes, ...comparedMessageTimes];

/** A run that was kept under another name is measured again. A point's new field changes it by itself. */
export const measuredRunFormat = `${revision} ${Object.keys(pointSchema.shape).join(' ')}`;

const chartsSchema = armSchema.pick({ points: true, curve: true }).nullable();

export function encodeMeasuredRun({ series, charts, details, requests }: MeasuredRun): EncodedRun {
  const writer = openByteWriter();
  putSeries(writer, series);
  writer.put(details.size);
  for (const [name, of] of details) {
    writer.put(names.indexOf(name));
    putSeries(writer, of);
  }
  writer.put(requests.size);
  for (const [name, of] of requests) {
    const bytes = new TextEncoder().encode(name);
    writer.put(bytes.byteLength);
    writer.putBytes(bytes);
    putSeries(writer, of);
  }
  return { charts: JSON.stringify(chartsSchema.parse(charts)), series: sealBytes(writer.done()) };
}

type MutableDetails = Map<(typeof names)[number], RunSeries>;

/** Throws StoredBytesError on anything else. */
export function decodeMeasuredRun({ charts, series }: EncodedRun): MeasuredRun {
  // Stretches are decoded when they are asked for: damage must show now.
  const reader = { bytes: openSealed(series), at: 0 };
  const whole = takeSeries(reader);
  const details: MutableDetails = new Map();
  for (let left = takeNumber(reader); left > 0; left--) {
    const name = names[takeNumber(reader)];
    if (name === undefined) throw new StoredBytesError('A series is of no time that is known.');
    details.set(name, takeSeries(reader));
  }
  const requests = new Map<string, RunSeries>();
  for (let left = takeNumber(reader); left > 0; left--) {
    const name = new TextDecoder().decode(takeBytes(reader, takeNumber(reader)));
    requests.set(name, takeSeries(reader));
  }
  return { series: whole, charts: JSON.parse(charts) as MeasuredRun['charts'], details, requests };
}
