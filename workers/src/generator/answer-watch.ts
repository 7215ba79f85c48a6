/** Notices that somebody no longer answers. */
const tickMs = 250;
export const silentSeconds = 3;

export interface AnswerWatch {
  /** A question was sent; the oldest one that is open counts. */
  asked(): void;
  answered(): void;
  close(): void;
}

/**
 * Calls `onSilence` once when a question has been open for so long, 3 s unless given. They are counted in turns of this process's own event loop: a worker that
 * was frozen has not waited, and its generator may have answered meanwhile.
 */
export function watchAnswers(onSilence: () => void, patienceMs = silentSeconds * 1000): AnswerWatch {
  let openTicks: number | null = null;
  const timer = setInterval(() => {
    if (openTicks === null || ++openTicks * tickMs < patienceMs) return;
    clearInterval(timer);
    onSilence();
  }, tickMs);
  return {
    asked() {
      openTicks ??= 0;
    },
    answered() {
      openTicks = null;
    },
    close: () => clearInterval(timer),
  };
}
