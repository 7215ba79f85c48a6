/**
 * HTTP/2 conversations with mistakes that nobody thought of: valid ones, changed at random. FUZZ_EXAMPLES (100): how many, more by
 * `npm run fuzz:http2`; FUZZ_SEED (1).
 * No crash, each request ends with a named outcome, memory stays bounded, and the next load on the same target works.
 */
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import {
  addedLiteral,
  flags,
  frame,
  headers,
  indexed,
  frameTypes as is,
  literal,
  settingIds,
  settings,
  status200,
  tableSize,
  uint32,
} from '@plimsoll/testbed/http2/frames';
import { inRounds } from '@plimsoll/testbed/rounds';
import { startScriptedHttp2 } from '@plimsoll/testbed/targets/scripted-http2';
import { expect, test } from 'vitest';
import { seededRandom } from '../../src/pace/seeded-random.ts';
import { planFor } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';

const examples = Number(process.env.FUZZ_EXAMPLES ?? 100);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const { endStream, endHeaders, padded } = flags;

type Random = (below: number) => number;
/** A piece that a target may send, mostly a valid one. A body with no end, a stream that is answered twice: each piece by itself is a frame. */
type Piece = (stream: number, random: Random) => Buffer;
const answerHead: Piece = (id) => headers(id, status200);
const pieces: readonly Piece[] = [
  answerHead,
  (id) => headers(id, Buffer.concat([status200, addedLiteral('name', 'value'), indexed(62)])),
  (id) => headers(id, Buffer.concat([tableSize(0), tableSize(4096), status200, Buffer.from([0, 1, 0x61, 0x82, 0x1c, 0x64])])),
  (id) => headers(id, literal(':status', '103')),
  (id) => headers(id, literal('x-t', '1'), endStream),
  (id) => headers(id, indexed(11), endStream),
  (id) => Buffer.concat([frame(is.headers, 0, id, status200), frame(is.continuation, endHeaders, id, literal('a', 'b'))]),
  (id, number) => headers(id, Buffer.concat([status200, addedLiteral(`n${number(9)}`, 'v'.repeat(number(3000))), indexed(62 + number(4))])),
  (id) => frame(is.data, endStream, id, 'ok'),
  (id, number) => frame(is.data, 0, id, Buffer.alloc(number(16_385), 120)),
  (id) => frame(is.data, padded | endStream, id, Buffer.from([2, 111, 107, 0, 0])),
  (id, number) => frame(is.reset, 0, id, uint32(number(16))),
  (_, number) => settings([1 + number(8), number(100_000)], [settingIds.maxStreams, number(100)]),
  () => frame(is.settings, flags.ack, 0),
  () => frame(is.ping, 0, 0, Buffer.from('8 bytes.')),
  (id, number) => frame(is.windowUpdate, 0, number(2) * id, uint32(number(70_000))),
  (id, number) => frame(is.goAway, 0, 0, Buffer.concat([uint32(number(2) * id), uint32(number(3))])),
  (id) => frame(is.pushPromise, endHeaders, id, Buffer.concat([uint32(2), status200])),
  (_, number) => frame(number(256), number(256), 0, Buffer.alloc(number(300), number(256))),
];

function mutate(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  const at = random(changed.length);
  switch (random(7)) {
    case 0:
      changed.writeUInt8(random(256), at);
      return changed;
    case 1:
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << random(8)), at);
      return changed;
    case 2:
      return changed.subarray(0, at);
    case 3:
      return Buffer.concat([changed.subarray(0, at), changed.subarray(Math.min(changed.length, at + 1 + random(12)))]);
    case 4:
      return Buffer.concat([changed.subarray(0, at), Buffer.alloc(1 + random(9), random(256)), changed.subarray(at)]);
    case 5:
      return Buffer.concat([changed, changed.subarray(at)]);
    default:
      return changed;
  }
}

/** Composes the answer to one request: some pieces, most of them as they should be, in one write or in several, and at times the end. */
function composeAnswer(stream: number, random: Random): { readonly writes: Buffer[]; readonly ends: boolean } {
  const count = 1 + random(6);
  let bytes: Buffer = Buffer.concat(
    Array.from({ length: count }, () => {
      const piece = (pieces[random(pieces.length)] ?? answerHead)(random(12) === 0 ? random(9) : stream, random);
      return random(8) === 0 ? mutate(piece, random) : piece;
    }),
  );
  if (random(5) > 0) bytes = Buffer.concat([bytes, headers(stream, status200), frame(is.data, endStream, stream, 'ok')]);
  if (random(6) === 0) bytes = mutate(bytes, random);
  const cut = random(bytes.length + 1);
  return { writes: random(3) === 0 ? [bytes.subarray(0, cut), bytes.subarray(cut)] : [bytes], ends: random(10) === 0 };
}

async function converse(example: number): Promise<Readonly<Record<string, number>>> {
  const draw = seededRandom(seed * 1_000_003 + example);
  const random: Random = (below) => Math.floor(draw() * below);
  const target = await startScriptedHttp2({
    answer: (peer, stream) => {
      const { writes, ends } = composeAnswer(stream, random);
      for (const write of writes) setImmediate(() => peer.send(write));
      if (ends) setImmediate(() => peer.socket.end());
    },
  });
  const connection = { protocol: 'http2' as const, streams: 1 + random(4) };
  const withBody = random(3) === 0 ? { target: { method: 'POST' as const, body: 'x'.repeat(random(100_000)) } } : {};
  const load = (requests: number) => ({ model: 'closed', connections: 1, requests }) as const;
  const broken = await runLoop(planFor(target.url, load(5), { timeout: '150ms', connection, autoStop: false, ...withBody }));
  const where = `FUZZ_SEED=${seed}, example ${example}`;
  expect([broken.planned, broken.sent, broken.ended], where).toEqual([5, 5, 5]);
  for (const outcome of Object.keys(broken.outcomes)) expect(named, where).toContain(outcome);
  // Whatever became of that one, the next connection is a new one.
  const next = await runLoop(
    planFor(target.url, load(2), { timeout: '20s', connection: { protocol: 'http2' }, checks: [{ status: 200 }] }),
  );
  await target.close();
  expect(next.outcomes, where).toEqual({ response: 2 });
  return broken.outcomes;
}

const named: readonly string[] = outcomeKinds.filter((kind) => !['cut_off', 'dns', 'tls', 'refused_by_policy'].includes(kind));

test(
  `${examples} conversations at random end each request with a named outcome, and leave the next connection and the memory alone`,
  async () => {
    const seen: Record<string, number> = {};
    const converseNoted = async (example: number) => {
      for (const [outcome, count] of Object.entries(await converse(example))) seen[outcome] = (seen[outcome] ?? 0) + count;
    };
    // No conversation is to blame for code that is compiled and loaded once.
    await inRounds(16, 8, (example) => converseNoted(examples + example));
    const peakBytes = () => process.resourceUsage().maxRSS * 1024;
    const before = peakBytes();
    await inRounds(examples, 16, converseNoted);
    expect((peakBytes() - before) / 2 ** 20).toBeLessThan(150);
    // The mistakes are of many kinds, or this proves little.
    for (const outcome of ['response', 'protocol', 'reset', 'closed_early']) expect(seen[outcome] ?? 0, outcome).toBeGreaterThan(0);
  },
  90_000 + 300 * examples,
);
