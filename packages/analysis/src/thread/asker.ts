/** Who asks a question, and so whose turn it is. */

export interface Asker {
  /** A team, or the links of one: each has one question of a kind under way at a time. */
  readonly group: string;
  /** A person or a link; the same in every group it asks from. */
  readonly person: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** Ourselves: ends of runs, housekeeping. It takes turns like a team, and is never refused. */
export const house: Asker = { group: '', person: '' };
