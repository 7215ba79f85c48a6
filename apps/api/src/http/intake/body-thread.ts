/** The thread of body-reader.ts: does one task at a time. */
import { parentPort } from 'node:worker_threads';
import { ApiError } from '../api-error.ts';
import type { ReadAnswer } from './body-reader.ts';
import { doTask, type ReadTask } from './read-task.ts';

function answer(task: ReadTask): ReadAnswer {
  try {
    return { kind: 'read', value: doTask(task) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'refused', code: error.code, detail: error.message, errors: error.errors };
  }
}

parentPort?.on('message', (task: ReadTask) => parentPort?.postMessage(answer(task)));
