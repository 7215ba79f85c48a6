/** Minutes of a run as they are kept: their counts as JSON, their histograms one after the other. */
import { histogramNames, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { type ByteReader, type ByteWriter, openByteWriter, openSealed, sealBytes, takeBytes, takeLength } from '../bytes/byte-stream.ts';

export interface EncodedMinutes {
  /** JSON. */
  readonly counts: string;
  readonly histograms: Uint8Array<ArrayBuffer>;
}

/** Raise it when what is merged or how it is written changes its meaning. A new field or histogram changes it by itself. */
const revision = 1;
export const minutesFormat = `minutes ${revision} ${Object.keys(sampleFields).join(' ')} ${histogramNames.join(' ')}`;

type Encoded<Name extends string> = Readonly<Record<Name, Uint8Array>>;

function putAll<Name extends string>(writer: ByteWriter, names: readonly Name[], histograms: Encoded<Name>): void {
  for (const name of names) {
    writer.put(histograms[name].byteLength);
    writer.putBytes(histograms[name]);
  }
}

function takeAll<Name extends string>(reader: ByteReader, names: readonly Name[]): Record<Name, Uint8Array<ArrayBuffer>> {
  // Views are enough: histograms are only read.
  return Object.fromEntries(names.map((name) => [name, takeBytes(reader, takeLength(reader))])) as Record<Name, Uint8Array<ArrayBuffer>>;
}

export function encodeMinutes(minutes: readonly Sample[]): EncodedMinutes {
  const writer = openByteWriter();
  const counts = minutes.map(({ histograms, byRequest, ...minute }) => {
    putAll(writer, histogramNames, histograms);
    return {
      ...minute,
      byRequest: byRequest.map(({ histograms: ofRequest, ...request }) => {
        putAll(writer, requestTimeNames, ofRequest);
        return request;
      }),
    };
  });
  return { counts: JSON.stringify(counts), histograms: sealBytes(writer.done()) };
}

type Counts = Omit<Sample, 'histograms' | 'byRequest'> & { byRequest: Omit<Sample['byRequest'][number], 'histograms'>[] };

/** Throws StoredBytesError on histograms that are not as they were written. */
export function decodeMinutes({ counts, histograms }: EncodedMinutes): Sample[] {
  const reader: ByteReader = { bytes: openSealed(histograms), at: 0 };
  return (JSON.parse(counts) as Counts[]).map((minute) => ({
    ...minute,
    histograms: takeAll(reader, histogramNames),
    byRequest: minute.byRequest.map((request) => ({ ...request, histograms: takeAll(reader, requestTimeNames) })),
  }));
}
