/** What keeps our own Postgres from starting and somebody can mend. */
export class PostgresError extends Error {
  /** `in_use`: another Plimsoll runs on the data directory. */
  readonly code = 'in_use';
  override readonly name = 'PostgresError';
}
