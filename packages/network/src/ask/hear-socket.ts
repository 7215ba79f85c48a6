/** The first moments of a WebSocket: what it is sent, and the messages that come until the first answer. */
import type { Socket } from 'node:net';
import { shownBodyBytes } from '@plimsoll/contracts/sent-one';
import { Receiver, Sender } from '../message/frame-library.ts';
import type { SocketMessages } from './send-question.ts';
import { mostBodyBytes, type ReadBody } from './sent-answer.ts';

const mostPieces = 1000;
const normal = 1000;
const newline = Buffer.from('\n');

/**
 * `head`: bytes that came with the upgrade. Ends with the answer to the message, or to the first where nothing else is sent; where it only
 * listens, with whatever comes; after `forMs` in any case, or once the target closes it. The messages are lines of the body.
 */
export function hearSocket(
  socket: Socket,
  head: Buffer,
  { first, firstAnswered, message }: SocketMessages,
  forMs: number,
): Promise<ReadBody> {
  return new Promise((resolve) => {
    const reader = new Receiver({ extensions: {}, maxPayload: mostBodyBytes, maxFragments: mostPieces, maxBufferedChunks: mostPieces });
    const writer = new Sender(socket, {});
    const pieces: Buffer[] = [];
    let [kept, bytes, over] = [0, 0, false];
    let holds = first !== null && firstAnswered;
    const end = (whole: boolean) => {
      if (over) return;
      over = true;
      clearTimeout(late);
      if (socket.writable) writer.close(normal, '', true);
      resolve({ head: Buffer.concat(pieces), bytes, whole });
    };
    const late = setTimeout(end, forMs, false);
    const send = (text: Uint8Array, binary: boolean) => writer.send(Buffer.from(text), { binary, compress: false, fin: true, mask: true });
    const sendMessage = () => message && send(message.bytes, message.binary);
    const came = (text: Buffer) => {
      if (over) return;
      const line = bytes > 0 ? Buffer.concat([newline, text]) : Buffer.from(text);
      bytes += line.length;
      const part = line.subarray(0, Math.max(0, shownBodyBytes - kept));
      pieces.push(part);
      kept += part.length;
      if (!holds) return end(true);
      holds = false;
      if (message) sendMessage();
      else end(true);
    };
    writer.onerror = () => end(false);
    reader
      .on('message', came)
      .on('ping', (data: Buffer) => over || writer.pong(data, true))
      .on('conclude', () => end(true))
      .on('error', () => end(false));
    socket
      .on('data', (read: Buffer) => over || reader.write(read))
      .on('error', () => end(false))
      .on('close', () => end(false));
    if (first) send(first, false);
    if (!holds) sendMessage();
    if (head.length > 0) reader.write(head);
  });
}
