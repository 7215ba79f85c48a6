/** The thread of body-reader.ts: reads one body at a time. */
import { parentPort } from 'node:worker_threads';
import { ApiError } from './api-error.ts';
import type { BodyBytes, ReadAnswer } from './body-reader.ts';
import { readBody } from './read-body.ts';

function answer({ bytes, ...body }: BodyBytes): ReadAnswer {
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    return { kind: 'read', value: readBody({ ...body, text }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'refused', code: error.code, detail: error.message, errors: error.errors };
  }
}

parentPort?.on('message', (body: BodyBytes) => parentPort?.postMessage(answer(body)));
