/** Targets that break HTTP/2's rules, byte by byte: each request ends with a named outcome, is sent once, and the next connection works. */
import { flags, frame, headers, frameTypes as is, literal, okAnswer, settings, status200, uint32 } from '@plimsoll/testbed/http2/frames';
import type { Http2Script, ScriptedPeer } from '@plimsoll/testbed/targets/scripted-http2';
import { describe, expect, test } from 'vitest';
import type { PlanRest } from '../support/harness.ts';
import { runScript } from '../support/run-script.ts';
import { violations } from './http2-violations.ts';

/** Three requests, one at a time, the first of them on a connection that follows the script. */
async function threeRequests(script: Http2Script, rest: PlanRest = {}) {
  const { totals, target } = await runScript(script, 3, rest);
  expect([totals.planned, totals.sent, totals.ended]).toEqual([3, 3, 3]);
  expect(target.requests()).toBeLessThanOrEqual(3);
  return { outcomes: totals.outcomes, connections: target.peers.length, peers: target.peers };
}

/** Answers the first request so, all others well. */
const first = (play: (peer: ScriptedPeer, stream: number) => void): Http2Script => ({
  answer: (peer, stream, request) => {
    if (request === 1) play(peer, stream);
    else peer.send(okAnswer(stream));
  },
});

describe('a target that breaks the rules of HTTP/2', () => {
  test.each(Object.entries(violations))('%s', async (_name, { kind, bytes }) => {
    const { outcomes, connections } = await threeRequests(first((peer, stream) => peer.send(...bytes(stream, peer))));
    if (kind === 'connection') {
      expect(outcomes).toEqual({ protocol: 1, response: 2 });
      expect(connections).toBe(2);
      return;
    }
    expect(connections).toBeLessThanOrEqual(2);
    const { response = 0, reset = 0, protocol = 0 } = outcomes;
    expect([response + reset + protocol, response >= 2]).toEqual([3, true]);
    if (kind === 'stream') expect(response).toBe(2);
  });
});

describe('a target that ends a stream', () => {
  const codes = Array.from({ length: 15 }, (_, code) => (code === 14 ? 0xdeadbeef : code));
  test.each(codes)('with error code %i', async (code) => {
    const reset = (stream: number) => frame(is.reset, 0, stream, uint32(code));
    const before = await threeRequests(first((peer, stream) => peer.send(reset(stream))));
    const inBody = await threeRequests(
      first((peer, stream) => peer.send(headers(stream, status200), frame(is.data, 0, stream, 'half'), reset(stream))),
    );
    expect([before.connections, inBody.connections]).toEqual([1, 1]);
    // A stream that ends without an error and without an answer has broken off.
    expect(before.outcomes).toEqual({ [code === 0 ? 'closed_early' : 'reset']: 1, response: 2 });
    expect(inBody.outcomes).toEqual(before.outcomes);
  });

  test('after its whole answer, though the request is not all there: the answer counts (RFC 9113, 8.1)', async () => {
    const target = { method: 'POST' as const, body: 'x'.repeat(1_000_000) };
    const { outcomes } = await threeRequests(
      {
        other: (peer, { type, stream, flags: bits }) => {
          if (type === is.settings && (bits & flags.ack) === 0) peer.send(frame(is.settings, flags.ack, 0));
          if (type === is.headers) peer.send(okAnswer(stream), frame(is.reset, 0, stream, uint32(0)));
        },
      },
      { target },
    );
    expect(outcomes).toEqual({ response: 3 });
  });
});

describe('a target that says goodbye', () => {
  const goAway = (last: number, code = 0) => frame(is.goAway, 0, 0, Buffer.concat([uint32(last), uint32(code), Buffer.from('bye')]));

  test('finishes what it has taken', async () => {
    const { outcomes, connections } = await threeRequests(first((peer, stream) => peer.send(goAway(stream), okAnswer(stream))));
    expect([outcomes, connections]).toEqual([{ response: 3 }, 2]);
  });

  test('first without a last stream, as one that is deployed anew', async () => {
    const { outcomes, connections } = await threeRequests(
      first((peer, stream) => peer.send(goAway(0x7fffffff), goAway(stream), okAnswer(stream))),
    );
    expect([outcomes, connections]).toEqual([{ response: 3 }, 2]);
  });

  test.each([0, 2, 11])('and takes none, with code %i', async (code) => {
    const { outcomes, connections, peers } = await threeRequests(first((peer) => peer.send(goAway(0, code))));
    expect(Object.keys(outcomes).sort()).toEqual(['closed_early', 'response']);
    expect([outcomes.closed_early, connections]).toEqual([1, 2]);
    // It is told to the run, and not sent again.
    expect(peers[1]?.seen.filter(({ type }) => type === is.headers)).toHaveLength(2);
  });

  test('in the midst of several streams: those it took are answered, the others are told at once', async () => {
    const taken: number[] = [];
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings([3, 100])),
      answer: (peer, stream) => {
        if (taken.push(stream) < 6) return;
        peer.send(goAway(taken[3] ?? 0));
        setTimeout(() => peer.send(...taken.slice(0, 4).map((id) => okAnswer(id))), 20);
      },
    };
    const { totals, target } = await runScript(script, 6, { connection: { streams: 6 } });
    expect([totals.outcomes, totals.sent, target.requests()]).toEqual([{ response: 4, closed_early: 2 }, 6, 6]);
  });
});

describe('a target that is cut off', () => {
  const wholes: Readonly<Record<string, (stream: number) => Buffer>> = {
    HEADERS: (stream) => headers(stream, Buffer.concat([status200, literal('name', 'value')])),
    DATA: (stream) => frame(is.data, 0, stream, 'some text'),
    CONTINUATION: (stream) => frame(is.continuation, flags.endHeaders, stream, status200),
    SETTINGS: () => settings([1, 4096]),
    PING: () => frame(is.ping, 0, 0, Buffer.alloc(8)),
    GOAWAY: () => frame(is.goAway, 0, 0, Buffer.alloc(12)),
    WINDOW_UPDATE: () => frame(is.windowUpdate, 0, 0, uint32(5)),
    RST_STREAM: (stream) => frame(is.reset, 0, stream, uint32(8)),
    'an unknown frame': (stream) => frame(0x55, 0, stream, 'whatever'),
  };
  test.each(Object.entries(wholes))('within %s', async (name, whole) => {
    for (const share of [0.1, 0.5, 0.9]) {
      const { outcomes, connections } = await threeRequests(
        first((peer, stream) => {
          if (name === 'DATA') peer.send(headers(stream, status200));
          if (name === 'CONTINUATION') peer.send(frame(is.headers, 0, stream));
          const bytes = whole(stream);
          peer.socket.end(bytes.subarray(0, Math.max(1, Math.floor(share * bytes.length))));
        }),
      );
      expect([outcomes, connections]).toEqual([{ closed_early: 1, response: 2 }, 2]);
    }
  });

  test('by a reset of its connection', async () => {
    const { outcomes, connections } = await threeRequests(first((peer) => peer.socket.resetAndDestroy()));
    expect([outcomes, connections]).toEqual([{ reset: 1, response: 2 }, 2]);
  });
});

describe('a target that never sends SETTINGS', () => {
  test('and answers: its first frame must be that (RFC 9113, 3.4)', async () => {
    const { outcomes } = await threeRequests({ ...first((peer, stream) => peer.send(okAnswer(stream))), welcome: () => {} });
    expect(outcomes).toEqual({ protocol: 1, response: 2 });
  });

  test('nor anything else', async () => {
    const silent = { welcome: () => {}, answer: () => {}, other: () => {} };
    const { outcomes } = await threeRequests(silent, { timeout: '200ms' });
    expect(outcomes).toEqual({ timeout: 3 });
  });
});
