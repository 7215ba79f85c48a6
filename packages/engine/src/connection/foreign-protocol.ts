/** Another protocol than the one that was spoken, recognised by the first bytes of what the target answered. */
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';

/** Content types of TLS records run from 20 to 23 (RFC 8446, 5.1); their version begins with 3. */
const tlsRecords = { first: 0x14, last: 0x17, major: 0x03 } as const;
const http1 = Buffer.from('HTTP/1');
/** A server of HTTP/2 begins with SETTINGS of stream 0 (RFC 9113, 3.4). */
const http2 = { settings: 4, headBytes: 9 } as const;

/** Null: nothing that is known. */
export function recogniseAnswer(bytes: Buffer, from: number, to: number): ConnectionFailure | null {
  const [first = 0, second = 0] = bytes.subarray(from, Math.min(to, from + 2));
  if (first >= tlsRecords.first && first <= tlsRecords.last && second === tlsRecords.major) return { kind: 'answeredInTls' };
  if (to - from >= http1.length && bytes.subarray(from, from + http1.length).equals(http1)) return { kind: 'answeredInHttp1' };
  const isSettings =
    to - from >= http2.headBytes && first === 0 && bytes[from + 3] === http2.settings && bytes.readUInt32BE(from + 5) === 0;
  return isSettings ? { kind: 'answeredInHttp2' } : null;
}
