/** Files that are read line by line, however large they are: what has been read is not held. */
import type { LineReader } from './imported-result.ts';
import { readK6Csv, readK6JsonLines } from './k6-results.ts';

/** Its magic bytes. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** By what stands in the beginning of a file; null for one that is read whole. */
export function lineReaderOf(head: string): LineReader | null {
  if (head.startsWith('metric_name,')) return readK6Csv();
  if (/^\{"(type|metric)":/.test(head) && /"type":"(Metric|Point)"/.test(head)) return readK6JsonLines();
  return null;
}
