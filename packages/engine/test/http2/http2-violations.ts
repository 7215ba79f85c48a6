/**
 * Violations of HTTP/2 by a target, one way each, and their treatment by RFC 9113 and RFC 7541. `connection`: an error of the whole
 * connection, after which the next request opens another. `stream`: an error of one stream, after which the connection goes on; a client
 * may treat it as one of the connection (RFC 9113, 5.4.2). `either`: a client may read over it.
 */
import {
  addedLiteral,
  flags,
  frame,
  headers,
  indexed,
  integer,
  frameTypes as is,
  literal,
  okAnswer,
  settingIds,
  settings,
  status200,
  tableSize,
  uint32,
} from '@plimsoll/testbed/http2/frames';
import type { ScriptedPeer } from '@plimsoll/testbed/targets/scripted-http2';

export interface Violation {
  readonly kind: 'connection' | 'stream' | 'either';
  /** The bytes that it sends in place of an answer, in one piece. */
  readonly bytes: (stream: number, peer: ScriptedPeer) => readonly Buffer[];
}

/** A setting as the client announced it, else its default. */
function announced(peer: ScriptedPeer, id: number, byDefault: number): number {
  let value = byDefault;
  for (const { type, payload } of peer.seen)
    if (type === is.settings)
      for (let at = 0; at + 6 <= payload.length; at += 6) if (payload.readUInt16BE(at) === id) value = payload.readUInt32BE(at + 2);
  return value;
}

const { endStream, endHeaders, padded, ack } = flags;
const connection = (bytes: Violation['bytes']): Violation => ({ kind: 'connection', bytes });
const stream = (bytes: Violation['bytes']): Violation => ({ kind: 'stream', bytes });
const either = (bytes: Violation['bytes']): Violation => ({ kind: 'either', bytes });
/** A head that is malformed: the fields follow `:status: 200`, and the body is whole. */
const head = (...fields: readonly Buffer[]) =>
  stream((id) => [headers(id, Buffer.concat([status200, ...fields])), frame(is.data, endStream, id, 'ok')]);
/** A block that HPACK cannot read. */
const block = (...pieces: readonly Buffer[]) => connection((id) => [headers(id, Buffer.concat(pieces), endStream)]);
const most = 0x7fffffff;

const frameSizes: Record<string, Violation> = {
  'DATA larger than the client allows': connection((id, peer) => [
    headers(id, status200),
    frame(is.data, endStream, id, Buffer.alloc(announced(peer, settingIds.maxFrame, 16_384) + 1)),
  ]),
  'HEADERS larger than the client allows': connection((id, peer) => [
    headers(id, Buffer.concat([status200, literal('x', 'y'.repeat(announced(peer, settingIds.maxFrame, 16_384)))]), endStream),
  ]),
  'SETTINGS of 5 bytes': connection(() => [frame(is.settings, 0, 0, Buffer.alloc(5))]),
  'an acknowledgement of SETTINGS with a payload': connection(() => [frame(is.settings, ack, 0, Buffer.alloc(6))]),
  'PING of 7 bytes': connection(() => [frame(is.ping, 0, 0, Buffer.alloc(7))]),
  'WINDOW_UPDATE of 3 bytes': connection(() => [frame(is.windowUpdate, 0, 0, Buffer.alloc(3, 1))]),
  'RST_STREAM of 3 bytes': connection((id) => [frame(is.reset, 0, id, Buffer.alloc(3))]),
  'PRIORITY of 4 bytes': either((id) => [frame(is.priority, 0, id, Buffer.alloc(4)), okAnswer(id)]),
  'GOAWAY of 7 bytes': connection(() => [frame(is.goAway, 0, 0, Buffer.alloc(7))]),
  'HEADERS whose priority is cut short': connection((id) => [headers(id, Buffer.alloc(4), flags.priority | endStream)]),
};

const streamIds: Record<string, Violation> = {
  'SETTINGS on a stream': connection((id) => [frame(is.settings, 0, id)]),
  'PING on a stream': connection((id) => [frame(is.ping, 0, id, Buffer.alloc(8))]),
  'GOAWAY on a stream': connection((id) => [frame(is.goAway, 0, id, Buffer.alloc(8))]),
  'DATA on stream 0': connection(() => [frame(is.data, endStream, 0, 'x')]),
  'HEADERS on stream 0': connection(() => [headers(0, status200, endStream)]),
  'RST_STREAM on stream 0': connection(() => [frame(is.reset, 0, 0, uint32(8))]),
  'PRIORITY on stream 0': either((id) => [frame(is.priority, 0, 0, Buffer.alloc(5)), okAnswer(id)]),
  'CONTINUATION on stream 0': connection(() => [frame(is.continuation, endHeaders, 0, status200)]),
  'DATA on a stream that nobody opened': connection((id) => [frame(is.data, 0, id + 2, 'x')]),
  'HEADERS on a stream that nobody opened': connection((id) => [headers(id + 2, status200, endStream)]),
  'HEADERS on a stream of its own': connection(() => [headers(2, status200, endStream)]),
  'RST_STREAM on a stream that nobody opened': connection((id) => [frame(is.reset, 0, id + 2, uint32(8))]),
  'WINDOW_UPDATE on a stream that nobody opened': connection((id) => [frame(is.windowUpdate, 0, id + 2, uint32(1))]),
  'PUSH_PROMISE though the client forbids it': connection((id) => [
    frame(is.pushPromise, endHeaders, id, Buffer.concat([uint32(2), status200])),
  ]),
};

const order: Record<string, Violation> = {
  'DATA between HEADERS and CONTINUATION': connection((id) => [frame(is.headers, 0, id, status200), frame(is.data, endStream, id, 'x')]),
  'PING between HEADERS and CONTINUATION': connection((id) => [frame(is.headers, 0, id, status200), frame(is.ping, 0, 0, Buffer.alloc(8))]),
  'an unknown frame between HEADERS and CONTINUATION': connection((id) => [frame(is.headers, 0, id, status200), frame(0x77, 0, id, 'x')]),
  'CONTINUATION of another stream': connection((id) => [
    frame(is.headers, 0, id, status200),
    frame(is.continuation, endHeaders, id + 2, literal('a', 'b')),
  ]),
  'CONTINUATION after nothing': connection((id) => [frame(is.continuation, endHeaders, id, status200)]),
  'CONTINUATION after whole HEADERS': connection((id) => [
    headers(id, status200),
    frame(is.continuation, endHeaders, id, literal('a', 'b')),
  ]),
  'DATA before HEADERS': stream((id) => [frame(is.data, endStream, id, 'ok')]),
  'trailers that do not end the stream': stream((id) => [
    headers(id, status200),
    frame(is.data, 0, id, 'ok'),
    headers(id, literal('x-t', '1')),
    frame(is.data, endStream, id, 'more'),
  ]),
};

const padding: Record<string, Violation> = {
  'DATA whose padding is all of it and more': connection((id) => [
    headers(id, status200),
    frame(is.data, padded | endStream, id, Buffer.from([5, 1, 1, 1])),
  ]),
  'DATA with padding and without its length': connection((id) => [headers(id, status200), frame(is.data, padded | endStream, id)]),
  'HEADERS whose padding is all of it and more': connection((id) => [headers(id, Buffer.from([9, 0x88]), padded | endStream)]),
};

const settingsAndWindows: Record<string, Violation> = {
  'ENABLE_PUSH of 1': connection(() => [settings([settingIds.enablePush, 1])]),
  'ENABLE_PUSH of 2': connection(() => [settings([settingIds.enablePush, 2])]),
  'INITIAL_WINDOW_SIZE of 2^31': connection(() => [settings([settingIds.initialWindow, most + 1])]),
  'MAX_FRAME_SIZE of 16383': connection(() => [settings([settingIds.maxFrame, 16_383])]),
  'MAX_FRAME_SIZE of 2^24': connection(() => [settings([settingIds.maxFrame, 2 ** 24])]),
  'WINDOW_UPDATE of 0 for the connection': connection(() => [frame(is.windowUpdate, 0, 0, uint32(0))]),
  'WINDOW_UPDATE of 0 for a stream': stream((id) => [frame(is.windowUpdate, 0, id, uint32(0))]),
  'WINDOW_UPDATE beyond 2^31 for the connection': connection(() => [frame(is.windowUpdate, 0, 0, uint32(most))]),
  'WINDOW_UPDATE beyond 2^31 for a stream': stream((id) => [frame(is.windowUpdate, 0, id, uint32(most))]),
  'INITIAL_WINDOW_SIZE that takes a stream beyond 2^31': connection((id) => [
    frame(is.windowUpdate, 0, id, uint32(1_000_000)),
    settings([settingIds.initialWindow, most]),
  ]),
};

const compression: Record<string, Violation> = {
  'index 0': block(indexed(0)),
  'an index that nothing has': block(status200, indexed(62)),
  'a name of an index that nothing has': block(status200, integer(6, 0x40, 200), integer(7, 0, 1), Buffer.from('x')),
  'an integer that never ends': block(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f])),
  'an integer cut short': block(status200, Buffer.from([0xff, 0x80])),
  'a string cut short': block(status200, Buffer.from([0x00, 0x05]), Buffer.from('abc')),
  'a string longer than 2^31': block(status200, Buffer.from([0x00, 0x7f, 0xff, 0xff, 0xff, 0xff, 0x0f])),
  'Huffman with the end of string in it': block(status200, Buffer.from([0x00, 0x01, 0x61, 0x84, 0xff, 0xff, 0xff, 0xff])),
  'Huffman padded by more than 7 bits': block(status200, Buffer.from([0x00, 0x01, 0x61, 0x82, 0x1f, 0xff])),
  'Huffman padded with zeros': block(status200, Buffer.from([0x00, 0x01, 0x61, 0x81, 0x18])),
  'a table larger than the client allows': connection((id, peer) => [
    headers(id, Buffer.concat([tableSize(announced(peer, settingIds.tableSize, 4096) + 1), status200]), endStream),
  ]),
  'a new table size after a field': block(status200, tableSize(0)),
  'an entry that the table has no room for': block(tableSize(0), status200, addedLiteral('a', 'b'), indexed(62)),
};

const malformed: Record<string, Violation> = {
  'no :status': stream((id) => [headers(id, literal('a', 'b')), frame(is.data, endStream, id, 'ok')]),
  'a head without fields': stream((id) => [headers(id, Buffer.alloc(0)), frame(is.data, endStream, id, 'ok')]),
  ':status twice': head(status200),
  ':status that is no number': stream((id) => [headers(id, literal(':status', 'abc'), endStream)]),
  ':status of two digits': stream((id) => [headers(id, literal(':status', '20'), endStream)]),
  'status 101': stream((id) => [headers(id, literal(':status', '101')), headers(id, status200, endStream)]),
  'an interim response that ends the stream': stream((id) => [headers(id, literal(':status', '103'), endStream)]),
  ':status after other fields': stream((id) => [headers(id, Buffer.concat([literal('a', 'b'), status200]), endStream)]),
  'a pseudo-field of requests': head(literal(':path', '/')),
  'a pseudo-field that nobody knows': head(literal(':what', 'x')),
  'a pseudo-field among trailers': stream((id) => [
    headers(id, status200),
    frame(is.data, 0, id, 'ok'),
    headers(id, literal(':status', '200'), endStream),
  ]),
  'more body than its length': stream((id) => [
    headers(id, Buffer.concat([status200, literal('content-length', '1')])),
    frame(is.data, endStream, id, 'ok'),
  ]),
  'less body than its length': stream((id) => [
    headers(id, Buffer.concat([status200, literal('content-length', '3')])),
    frame(is.data, endStream, id, 'ok'),
  ]),
  'a length that is no number': head(literal('content-length', 'two')),
  'two lengths that differ': head(literal('content-length', '2'), literal('content-length', '3')),
  'a name in capitals': { ...head(literal('X-Big', '1')), kind: 'either' },
  'a name with a blank': { ...head(literal('x y', '1')), kind: 'either' },
  'an empty name': { ...head(literal('', '1')), kind: 'either' },
  'a value with a line break': { ...head(literal('x', 'a\r\nb')), kind: 'either' },
  'a value with a NUL': { ...head(literal('x', 'a\0b')), kind: 'either' },
  'a field of one connection': { ...head(literal('connection', 'close')), kind: 'either' },
  'a transfer coding': { ...head(literal('transfer-encoding', 'chunked')), kind: 'either' },
};

const afterTheEnd: Record<string, Violation> = {
  'DATA after the end of a stream': either((id) => [okAnswer(id), frame(is.data, 0, id, 'more')]),
  'HEADERS after the end of a stream': either((id) => [okAnswer(id), headers(id, status200, endStream)]),
  'RST_STREAM after the end of a stream': either((id) => [okAnswer(id), frame(is.reset, 0, id, uint32(8))]),
  'WINDOW_UPDATE after the end of a stream': either((id) => [okAnswer(id), frame(is.windowUpdate, 0, id, uint32(1))]),
  'DATA far beyond its windows': either((id) => [
    headers(id, status200),
    ...Array.from({ length: 600 }, () => frame(is.data, 0, id, Buffer.alloc(16_384))),
    frame(is.data, endStream, id),
  ]),
};

export const violations: Readonly<Record<string, Violation>> = {
  ...frameSizes,
  ...streamIds,
  ...order,
  ...padding,
  ...settingsAndWindows,
  ...compression,
  ...malformed,
  ...afterTheEnd,
};
