/** Answers of one stream that are not due yet. Each takes its time after the one before it, as in a handler that reads, works and answers. */
import type { DemoCall } from './demo-calls.ts';

/** So much of a stream is held at most, but for the last message that is taken. */
const mostAnswers = 1000;
const mostHeldCharacters = 1_048_576;

export interface AnswerQueue {
  /** Work on it begins `queueMs` from now, and not before those that came earlier are done. It leaves `workMs` later. */
  add(text: string, queueMs: number, workMs: number): void;
  readonly isEmpty: boolean;
  /** No more should be taken for now. */
  readonly isFull: boolean;
}

/** `leave` gets each answer when it is due. */
export function createAnswerQueue(call: DemoCall, leave: (text: string) => void): AnswerQueue {
  const waiting: { readonly text: string; readonly dueMs: number }[] = [];
  let characters = 0;
  let freeAtMs = 0;
  const leaveDue = () => {
    for (let next = waiting[0]; next && call.isOpen; next = waiting[0]) {
      const waitMs = next.dueMs - performance.now();
      if (waitMs >= 0.5) return call.later(waitMs, leaveDue);
      waiting.shift();
      characters -= next.text.length;
      leave(next.text);
    }
  };
  return {
    add(text, queueMs, workMs) {
      freeAtMs = Math.max(freeAtMs, performance.now() + queueMs) + Math.max(0, workMs);
      waiting.push({ text, dueMs: freeAtMs });
      characters += text.length;
      if (waiting.length === 1) leaveDue();
    },
    get isEmpty() {
      return waiting.length === 0;
    },
    get isFull() {
      return waiting.length >= mostAnswers || characters >= mostHeldCharacters;
    },
  };
}
