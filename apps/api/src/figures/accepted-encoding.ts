/** Chooses the encoding of an answer: one of those it is written in that the reader takes. */
import { type Encoding, encodings } from '@plimsoll/analysis/written';

/** The best of those that `Accept-Encoding` names without `q=0`. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const named = String(header ?? '')
    .split(',')
    .map((entry) =>
      entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/),
    )
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name);
  return encodings.find((encoding) => named.includes(encoding)) ?? 'identity';
}
