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
 * Calls `onSilence` once when a question has been open for 3 s. They are counted in turns of this process's own event loop: a worker that
 * was frozen has not waited, and its generator may have answered meanwhile.
 */
export function watchAnswers(onSilence: () => void): AnswerWatch {
  let openTicks: number | null = null;
  const timer = setInterval(() => {
    if (openTicks === null || ++openTicks * tickMs < silentSeconds * 1000) return;
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
