/** The client keeps the rules of HTTP/2 in all that it sends, whatever the target allows it. */
import { flags, frame, frameTypes as is, okAnswer, settingIds, settings, uint32 } from '@plimsoll/testbed/http2/frames';
import { acknowledge, type Http2Script } from '@plimsoll/testbed/targets/scripted-http2';
import { describe, expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';

describe('bytes that the client sends', () => {
  test('acknowledges each PING and SETTINGS, once and in order', async () => {
    const script: Http2Script = {
      answer: (peer, stream, request) =>
        peer.send(frame(is.ping, 0, 0, Buffer.from(`ping ${100 + request}`)), settings([settingIds.maxStreams, 9]), okAnswer(stream)),
    };
    const { target } = await runScript(script, 20);
    const [peer] = target.peers;
    const acknowledged = (type: number) => peer?.seen.filter((one) => one.type === type && (one.flags & flags.ack) !== 0) ?? [];
    const pings = acknowledged(is.ping).map(({ payload }) => payload.toString());
    // The load may be over before the last one.
    const expected = Array.from({ length: 20 }, (_, i) => `ping ${101 + i}`);
    expect(expected.slice(0, pings.length)).toEqual(pings);
    expect(pings.length).toBeGreaterThanOrEqual(19);
    expect(acknowledged(is.settings).length).toBeGreaterThanOrEqual(20);
    expect(acknowledged(is.settings).length).toBeLessThanOrEqual(21);
  });

  test('opens streams of odd numbers that rise, and no more at once than allowed, before and after that changes', async () => {
    const open = new Set<number>();
    let most = 0;
    let allowed = 3;
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings([settingIds.maxStreams, 3])),
      answer: (peer, stream, request) => {
        open.add(stream);
        expect(open.size).toBeLessThanOrEqual(Math.max(3, allowed));
        most = Math.max(most, open.size);
        if (request === 30) {
          allowed = 6;
          peer.send(settings([settingIds.maxStreams, 6]));
        }
        setTimeout(() => {
          open.delete(stream);
          peer.send(okAnswer(stream));
        }, 3);
      },
    };
    const { totals, target } = await runScript(script, 100, { connection: { streams: 10 } });
    const ids = target.peers[0]?.seen.filter(({ type }) => type === is.headers).map(({ stream }) => stream) ?? [];
    expect(totals.outcomes).toEqual({ response: 100 });
    expect(ids).toEqual(Array.from({ length: 100 }, (_, i) => 1 + 2 * i));
    expect(most).toBe(6);
  });

  test('waits while no stream is allowed', async () => {
    let opened = 0;
    const script: Http2Script = {
      welcome: (peer) => {
        peer.send(settings([settingIds.maxStreams, 1]));
      },
      answer: (peer, stream, request) => {
        if (request !== 1) {
          opened++;
          peer.send(okAnswer(stream));
          return;
        }
        peer.send(settings([settingIds.maxStreams, 0]), okAnswer(stream));
        setTimeout(() => {
          expect(opened).toBe(0);
          peer.send(settings([settingIds.maxStreams, 5]));
        }, 100);
      },
    };
    const { totals } = await runScript(script, 6, { connection: { streams: 3 } });
    expect(totals.outcomes).toEqual({ response: 6 });
  });

  test('a body never exceeds the windows and frames that the target grants, and arrives whole', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `${String(i).padStart(9, '0')}\n`).join('');
    const [byDefault, initial] = [65_535, 1000];
    const windows = { stream: byDefault, connection: byDefault };
    const wrong: object[] = [];
    const pieces: Buffer[] = [];
    const take = (payload: Buffer) => {
      pieces.push(payload);
      windows.stream -= payload.length;
      windows.connection -= payload.length;
      if (windows.stream < 0 || windows.connection < 0 || payload.length > 16_384) wrong.push({ ...windows, got: payload.length });
    };
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings([settingIds.initialWindow, initial], [settingIds.maxFrame, 16_384])),
      other: (peer, one) => {
        peer.send(acknowledge(one) ?? Buffer.alloc(0));
        // From its acknowledgement on, the client counts with the new window (RFC 9113, 6.9.2).
        if (one.type === is.settings && (one.flags & flags.ack) !== 0) windows.stream += initial - byDefault;
        else if (one.type === is.data) take(one.payload);
        else return;
        if (windows.stream > 0) return;
        // Single bytes at times, many at others; on the connection first.
        const grown = pieces.length % 3 === 0 ? 1 : 20_000;
        const more = { stream: grown - windows.stream, connection: Math.max(1, grown - windows.connection) };
        windows.stream += more.stream;
        windows.connection += more.connection;
        peer.send(frame(is.windowUpdate, 0, 0, uint32(more.connection)));
        const stream = peer.seen.find(({ type }) => type === is.headers)?.stream ?? 0;
        setTimeout(() => peer.send(frame(is.windowUpdate, 0, stream, uint32(more.stream))), 1);
      },
      answer: (peer, stream) => {
        take(peer.seen.at(-1)?.payload ?? Buffer.alloc(0));
        peer.send(okAnswer(stream));
      },
    };
    const { totals } = await runScript(script, 1, { target: { method: 'POST', body: text } });
    expect([totals.outcomes, wrong]).toEqual([{ response: 1 }, []]);
    expect(Buffer.concat(pieces).toString() === text).toBe(true);
  });

  test('a window that shrinks below what was sent must grow again before more of a body comes', async () => {
    const received = new Map<number, number>();
    let sentWhileShut = -1;
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings(), frame(is.windowUpdate, 0, 0, uint32(1_000_000))),
      other: (peer, one) => {
        peer.send(acknowledge(one) ?? Buffer.alloc(0));
        if (one.type !== is.data) return;
        const sum = (received.get(one.stream) ?? 0) + one.payload.length;
        received.set(one.stream, sum);
        if (received.size < 2 || sum !== 20_000) return;
        // 20 000 were sent of 5 000: the window is -15 000, and 10 000 more leave it at -5 000.
        peer.send(settings([settingIds.initialWindow, 5000]), frame(is.windowUpdate, 0, one.stream, uint32(10_000)));
        setTimeout(() => {
          sentWhileShut = (received.get(one.stream) ?? 0) - 20_000;
          peer.send(settings([settingIds.initialWindow, 60_000]));
        }, 100);
      },
      answer: (peer, stream) => peer.send(settings([settingIds.initialWindow, 20_000]), okAnswer(stream)),
    };
    const { totals } = await runScript(script, 2, { target: { method: 'POST', body: 'y'.repeat(50_000) } });
    expect([totals.outcomes, sentWhileShut]).toEqual([{ response: 2 }, 0]);
  });
});
