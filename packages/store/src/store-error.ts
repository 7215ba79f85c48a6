/** What we or our caller did wrong. The API maps codes to HTTP statuses. */
export type StoreErrorCode =
  | 'over_cap'
  | 'bad_cursor'
  | 'newer_schema'
  | 'run_active'
  | 'bad_secret_key'
  | 'unreadable_secret'
  | 'unreadable_plan'
  | 'idempotency_key_reused';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
  }
}
