/** The claim by which a worker drives an experiment. */

/** An experiment and the number of its claim. */
export interface ExperimentClaim {
  readonly id: string;
  readonly claim: number;
}

/** SQL: the experiment `$1` under way, while it is driven by claim `$2`. */
export const ours = `id = $1 AND claim = $2 AND state IN ('running', 'stopping')`;
