/** A process apart for tests: it echoes, says who it is, spins for ever, fails, waits for nobody, or ends. */
import { answerAsks } from '../src/apart/answer-asks.ts';

answerAsks({
  echo: async (question: unknown) => question,
  pid: async () => process.pid,
  spin: async () => {
    for (;;);
  },
  fail: async () => {
    throw new Error('it went wrong');
  },
  wait: (_question: unknown, signal: AbortSignal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('time is up'));
    }),
  end: async () => process.exit(3),
  environment: async () => Object.keys(process.env),
});
