/** Messages that are JSON, for checks on values in them. */
import { valueAtPath } from '@plimsoll/contracts/json-path';
import type { MessageType } from './message-checks.ts';

export const jsonMessages: MessageType = {
  decode: (bytes) => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')),
  want: (steps, wanted) => ({ read: (json) => valueAtPath(json, steps), wanted }),
};
