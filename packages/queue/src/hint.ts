/** An entry of the queue: nothing but where to look. Postgres says what is true, and which load goes next. */

export interface RunHint {
  readonly kind: 'run';
  readonly runId: string;
  readonly attempt: number;
}

export interface ExperimentHint {
  readonly kind: 'experiment';
  readonly experimentId: string;
}

export type Hint = RunHint | ExperimentHint;

/** The same hint twice is one entry; `nth` tells those apart that go to several workers. */
export function hintId(hint: Hint, nth = 0): string {
  const id = hint.kind === 'run' ? `${hint.runId}-${hint.attempt}` : `experiment-${hint.experimentId}`;
  return nth === 0 ? id : `${id}-${nth}`;
}

/** Reads an entry as it came off the queue. Throws where it is none of ours. */
export function parseHint(entry: unknown): Hint {
  const { kind, runId, attempt, experimentId } = (entry ?? {}) as Record<string, unknown>;
  if (kind === 'run' && typeof runId === 'string' && typeof attempt === 'number') return { kind, runId, attempt };
  if (kind === 'experiment' && typeof experimentId === 'string') return { kind, experimentId };
  throw new Error('an entry of the queue names neither a run nor an experiment');
}
