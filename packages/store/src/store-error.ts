/** What we or our caller did wrong. The API maps codes to HTTP statuses. */
import type { FieldProblem } from '@plimsoll/contracts/problem';

export type StoreErrorCode =
  | 'over_cap'
  | 'bad_cursor'
  | 'newer_schema'
  | 'unreadable_backup'
  | 'database_not_empty'
  | 'run_active'
  | 'bad_secret_key'
  | 'unreadable_secret'
  | 'unreadable_plan'
  | 'idempotency_key_reused';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  /** Of `unreadable_plan`: what is wrong where in the plan. */
  readonly problems: readonly FieldProblem[];
  constructor(code: StoreErrorCode, message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
    this.problems = problems;
  }
}
