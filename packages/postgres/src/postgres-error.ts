/** A reason that keeps our own Postgres from running and that somebody can mend: the message says how. */
export class PostgresError extends Error {
  /**
   * `in_use`: another Plimsoll runs on the data directory. `damaged`: files of the data directory are missing.
   * `did_not_start`: the server ended before it took connections.
   */
  readonly code: 'in_use' | 'damaged' | 'did_not_start';
  override readonly name = 'PostgresError';

  constructor(code: PostgresError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
