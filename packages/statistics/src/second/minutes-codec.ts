/** Minutes of a run as they are kept: their counts as JSON, then their histograms one after the other. */
import { type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { histogramNames } from '@plimsoll/contracts/times';
import { type ByteReader, type ByteWriter, openByteWriter, openSealed, sealBytes, takeBytes, takeLength } from '../bytes/byte-stream.ts';

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

export function encodeMinutes(minutes: readonly Sample[]): Uint8Array<ArrayBuffer> {
  const writer = openByteWriter();
  const counts = minutes.map(({ histograms: _, byRequest, ...minute }): Counts => {
    return { ...minute, byRequest: byRequest.map(({ histograms: __, ...request }) => request) };
  });
  const text = new TextEncoder().encode(JSON.stringify(counts));
  writer.put(text.byteLength);
  writer.putBytes(text);
  for (const { histograms, byRequest } of minutes) {
    putAll(writer, histogramNames, histograms);
    for (const request of byRequest) putAll(writer, requestTimeNames, request.histograms);
  }
  return sealBytes(writer.done());
}

type Counts = Omit<Sample, 'histograms' | 'byRequest'> & { readonly byRequest: readonly Omit<RequestSample, 'histograms'>[] };

/** Throws StoredBytesError on bytes that are not as they were written. */
export function decodeMinutes(bytes: Uint8Array): Sample[] {
  const reader: ByteReader = { bytes: openSealed(bytes), at: 0 };
  const counts = JSON.parse(new TextDecoder().decode(takeBytes(reader, takeLength(reader)))) as Counts[];
  return counts.map((minute) => ({
    ...minute,
    histograms: takeAll(reader, histogramNames),
    byRequest: minute.byRequest.map((request) => ({ ...request, histograms: takeAll(reader, requestTimeNames) })),
  }));
}
