/**
 * HPACK's Huffman code (RFC 7541, 5.2 and appendix B). The code is canonical: of two symbols the one with the shorter code, then the smaller
 * symbol, comes first. So the lengths say everything. Decodes four bits a step by a table that is made once.
 */
import { Http2Error } from '../frames/http2-error.ts';

/** Bits of the code of each symbol: 256 bytes, then EOS. */
// biome-ignore format: 32 in a line
const codeLengths: readonly number[] = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
  15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
  20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
  22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
  26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
  20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
  30,
];
const eos = 256;
const nibbles = 16;
/** An entry of the table: the next node, and in the bits above it the symbol that was completed plus one, or 0. */
const nodeBits = 9;
const nodeMask = (1 << nodeBits) - 1;
const invalid = -1;

/** The tree of the code: the children of node n stand at 2n and 2n + 1. A leaf is its symbol's complement. Node 0 is the root. */
function createTree(): { children: number[]; isPadding: boolean[] } {
  const children = [0, 0];
  const bySize = codeLengths.map((length, symbol) => ({ length, symbol })).sort((a, b) => a.length - b.length || a.symbol - b.symbol);
  let [code, bits] = [0, 0];
  for (const { length, symbol } of bySize) {
    code <<= length - bits;
    bits = length;
    let node = 0;
    for (let bit = length - 1; bit > 0; bit--) {
      const at = 2 * node + ((code >> bit) & 1);
      if (children[at] === 0) {
        children[at] = children.length / 2;
        children.push(0, 0);
      }
      node = children[at] as number;
    }
    children[2 * node + (code & 1)] = ~symbol;
    code++;
  }
  // A string may end with up to seven bits of EOS, which are ones (RFC 7541, 5.2).
  const isPadding: boolean[] = new Array(children.length / 2).fill(false);
  for (let [node, bit] = [0, 0]; bit <= 7; bit++) {
    isPadding[node] = true;
    node = children[2 * node + 1] as number;
  }
  return { children, isPadding };
}

const { children, isPadding } = createTree();
const steps = new Int32Array((children.length / 2) * nibbles);
for (let node = 0; node < children.length / 2; node++)
  for (let nibble = 0; nibble < nibbles; nibble++) steps[node * nibbles + nibble] = step(node, nibble);

function step(from: number, nibble: number): number {
  let node = from;
  let done = 0;
  for (let bit = 3; bit >= 0; bit--) {
    const next = children[2 * node + ((nibble >> bit) & 1)] as number;
    if (next >= 0) node = next;
    else if (~next === eos) return invalid;
    else {
      node = 0;
      done = ~next + 1;
    }
  }
  return (done << nodeBits) | node;
}

/** The shortest code has five bits. */
const mostBytesFor = (bytes: number) => Math.ceil((bytes * 8) / 5);
let decoded = Buffer.allocUnsafeSlow(4096);

/** The text of a coded string, each byte one character. Throws {@link Http2Error} if it is no code or its padding is not EOS's. */
export function decodeHuffman(bytes: Uint8Array, start: number, end: number): string {
  if (decoded.length < mostBytesFor(end - start)) decoded = Buffer.allocUnsafeSlow(mostBytesFor(end - start));
  let [node, length] = [0, 0];
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    for (let shift = 4; shift >= 0; shift -= 4) {
      const entry = steps[node * nibbles + ((byte >> shift) & 15)] as number;
      if (entry === invalid) throw new Http2Error('COMPRESSION_ERROR');
      if (entry > nodeMask) decoded[length++] = (entry >> nodeBits) - 1;
      node = entry & nodeMask;
    }
  }
  if (!isPadding[node]) throw new Http2Error('COMPRESSION_ERROR');
  return decoded.toString('latin1', 0, length);
}
