/** Makes one sample of several: of a second's shards or threads, or of several seconds. */
import { requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { fieldsIn } from '@plimsoll/contracts/sample-fields';
import { type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import { encode } from '../histogram/histogram.ts';
import { type MergedOver, type MergeTable, mergeFields } from './merge-fields.ts';
import { mergeTimes, type Timed } from './merge-times.ts';
import { groupByRequest } from './seconds.ts';

/** As {@link mergeTimes}, encoded again. */
function mergeEncoded<Name extends HistogramName>(names: readonly Name[], parts: readonly Timed<Name>[]) {
  const merged = mergeTimes(names, parts);
  // No bytes at all say that it was not recorded: see `failedTime`.
  const isMissing = (name: Name) => parts.every(({ histograms }) => histograms[name].byteLength === 0);
  const encoded = (name: Name) => (isMissing(name) ? new Uint8Array() : encode(merged[name]));
  return Object.fromEntries(names.map((name) => [name, encoded(name)])) as Record<Name, Uint8Array<ArrayBuffer>>;
}

const requestFields = fieldsIn('request');

/**
 * Whole samples as one, requests and histograms included; at least one. `fields`: all that is merged but those two. What no table
 * knows (which second it is) is that of the first.
 */
export function mergeSamples<Part extends Omit<Sample, 'generator'>>(fields: MergeTable, parts: readonly Part[], over: MergedOver): Part {
  const [first] = parts;
  if (!first) throw new RangeError('nothing to merge');
  if (parts.length === 1) return first;
  return {
    ...first,
    ...mergeFields(fields, parts as readonly (Part & Record<string, unknown>)[], over),
    histograms: mergeEncoded(histogramNames, parts),
    byRequest: groupByRequest(parts).map(({ name, parts: same }) => ({
      name,
      ...mergeFields(requestFields, same, over),
      histograms: mergeEncoded(requestTimeNames, same),
    })),
  };
}
