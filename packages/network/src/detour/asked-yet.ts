/** Has a client begun to ask on a TLS connection that is passed through? Its handshake is no question, and is not held up. */

const headBytes = 5;
/** In TLS 1.3 the end of the client's handshake looks like this, too: by then the server has said all of its own. */
const applicationData = 23;

/** Answers true from the first record of application data on. `chunk`: what the client sends next. */
export function watchRecords(): (chunk: Uint8Array) => boolean {
  let asked = false;
  /** Bytes of the record under way that are still to come. */
  let left = 0;
  const head = new Uint8Array(headBytes);
  let headLength = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length && !asked; ) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at);
        left -= skipped;
        at += skipped;
        continue;
      }
      head[headLength++] = chunk[at++] as number;
      if (headLength < headBytes) continue;
      headLength = 0;
      asked = head[0] === applicationData;
      left = ((head[3] as number) << 8) | (head[4] as number);
    }
    return asked;
  };
}
