/** The asker of a question, whose turn it takes. */

export interface Asker {
  /** A team, or the links of one: each has one question under way at a time. */
  readonly group: string;
  /** A person or a link; the same in every group it asks from. */
  readonly person: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** Ourselves: ends of runs, housekeeping. One question of each kind is under way, and none is refused. */
export const house: Asker = { group: '', person: '' };
