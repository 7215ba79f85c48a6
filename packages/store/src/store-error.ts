/**
 * An error of ours or our caller's, as a code with its values: the API maps codes to HTTP statuses, and wording makes the sentence,
 * which is the message, too.
 */
import type { FieldProblem } from '@plimsoll/contracts/problem';
import type { IssueText } from '@plimsoll/contracts/refusal';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import { type FailureValues, storeSentence } from '@plimsoll/wording/failure-sentence';

/** Every reason, with the names of its values. */
interface StoreErrorValues {
  runs_over_cap: 'active' | 'cap';
  person_over_cap: 'active' | 'cap';
  installation_over_cap: 'active' | 'cap';
  experiments_over_cap: 'active' | 'cap';
  person_experiments_over_cap: 'active' | 'cap';
  installation_experiments_over_cap: 'active' | 'cap';
  /** `retryAfterSeconds`: when there is room again; 0: never. Bytes in MB. */
  imports_often: 'most' | 'retryAfterSeconds';
  import_rows: 'most' | 'used' | 'needed' | 'retryAfterSeconds';
  import_seconds: 'most' | 'used' | 'needed' | 'retryAfterSeconds';
  import_bytes: 'most' | 'used' | 'needed' | 'retryAfterSeconds';
  /** `since`: ISO. */
  load_held: 'since';
  bad_cursor: never;
  newer_schema: 'migration';
  schema_gap: 'migration' | 'later';
  schema_behind: 'migration';
  workers_of_before: 'migration' | 'workers';
  newer_backup: 'migration';
  unreadable_backup: never;
  /** Series in the archive: of the store, of the object, and of this process. */
  archive_away: never;
  archive_missing: never;
  archive_damaged: never;
  archive_newer: 'format';
  archive_not_set: never;
  /** Files in the archive. */
  file_not_kept: never;
  file_away: never;
  file_missing: never;
  file_damaged: never;
  export_no_archive: never;
  export_not_ready: never;
  database_not_empty: never;
  database_too_new: never;
  bad_secret_key: 'least';
  unreadable_secret: 'field';
  unreadable_plan: 'place' | 'problem';
  idempotency_key_reused: never;
  last_owner: never;
  owners_only: never;
  already_member: never;
  account_exists: never;
  invitation_of_another: never;
  other_teams: never;
  own_reset: never;
  plan_changed: 'asked' | 'kept';
}
export type StoreErrorCode = keyof StoreErrorValues;

export class StoreError<Code extends StoreErrorCode = StoreErrorCode> extends Error {
  readonly code: Code;
  readonly values: FailureValues;
  /** The problems of an `unreadable_plan`, each with its place in the plan. */
  readonly problems: readonly FieldProblem[];
  /** The first problem of an `unreadable_plan` as a code. */
  readonly problem: IssueText | null;
  constructor(
    code: Code,
    values: Readonly<Record<StoreErrorValues[Code], string | number>>,
    problems: readonly FieldProblem[] = [],
    problem: IssueText | null = null,
  ) {
    super(storeSentence(code, values));
    this.name = 'StoreError';
    this.code = code;
    this.values = values;
    this.problems = problems;
    this.problem = problem;
  }
}

/** The end of a run or an experiment whose row cannot be opened. */
export function unopenedEnding({ code, values, problems: [first], problem }: StoreError): LoadEnding {
  if (problem === null) return { kind: 'notOpened', code, values };
  return { kind: 'unreadablePlan', field: first?.field ?? '', code: problem.message, values: problem.values };
}

/** Are the samples in an archive from which they cannot be read now? */
export function isOfArchive(error: unknown): boolean {
  return error instanceof StoreError && error.code.startsWith('archive_');
}
