/** Failures of the store and of the analysis, by their codes. The web does not load it. */
import { words } from '../../words.ts';

export const storeErrorWords = words('storeError', {
  runs_over_cap: 'The team has {{active}} runs queued or under way, and the cap is {{cap}}. Wait for one to end, or stop one.',
  experiments_over_cap:
    'The team has {{active}} experiments queued or under way, and the cap is {{cap}}. Wait for one to end, or stop one.',
  person_over_cap:
    'You have {{active}} runs queued or under way in all of your teams, and the cap of one person is {{cap}}. Wait for one to end, or stop one.',
  installation_over_cap:
    'There are {{active}} runs queued or under way on this installation, and its cap is {{cap}}. Try again when some of them are over.',
  person_experiments_over_cap:
    'You have {{active}} experiments queued or under way in all of your teams, and the cap of one person is {{cap}}. Wait for one to end, or stop one.',
  installation_experiments_over_cap:
    'There are {{active}} experiments queued or under way on this installation, and its cap is {{cap}}. Try again when some of them are over.',
  imports_often: 'The team may begin {{most}} imports a minute.',
  import_rows: 'The team may import {{most}} seconds with data in 24 hours. It has imported {{used}}, and this file has {{needed}}.',
  import_seconds:
    'The team may import runs of {{most}} seconds together in 24 hours. It has imported {{used}}, and this file has {{needed}}.',
  import_bytes:
    'The team may import files of {{most}} MB together in 24 hours, as they are unpacked. It has imported {{used}} MB, and this file has {{needed}} MB or more.',
  load_held: 'The owner of this installation has held all load since {{since}}. Nothing starts until it is released.',
  bad_cursor: 'This page cursor is not one of ours, or belongs to another list. Start again without it.',
  newer_schema:
    'The database was made by a newer version of Plimsoll: it holds the migration "{{migration}}", which this version does not know. Start the newer version, or restore a backup from before the upgrade.',
  schema_gap:
    'The database holds the migration "{{later}}" and lacks "{{migration}}", which comes before it: it was made by a version that is neither this one nor one before it. Restore a backup from before.',
  schema_behind:
    'The database lacks the migration "{{migration}}", which this version needs. Start the API of this version, or run `plimsoll upgrade`: either adds it.',
  workers_of_before:
    'The migration "{{migration}}" removes something that workers of an older version still use. Stop these first: {{workers}}.',
  newer_backup:
    'The backup was made by a newer version of Plimsoll: it knows the migration "{{migration}}", which this version does not know. Restore it with the newer version.',
  unreadable_backup: 'This is not a backup of Plimsoll, or it is damaged or cut short. Nothing was restored.',
  archive_away: 'The series of this run lie in the archive, which does not answer.',
  archive_missing:
    'The series of this run should lie in the archive, and are not there. Ask whoever runs this installation: they may have a copy.',
  archive_damaged: 'The series of this run lie in the archive and are damaged. Ask whoever runs this installation: they may have a copy.',
  archive_newer:
    'A newer version of Plimsoll moved the series of this run to the archive, in format {{format}}, which this version cannot read.',
  archive_not_set: 'The series of this run lie in an archive that this installation no longer names: PLIMSOLL_S3_BUCKET is not set.',
  file_not_kept:
    'This file is not kept. The archive keeps the file of an import where the installation has one, and where it answered at the time.',
  file_away: 'This file lies in the archive, which does not answer.',
  file_missing: 'This file should lie in the archive, and is not there. Ask whoever runs this installation: they may have a copy.',
  file_damaged: 'This file lies in the archive and is damaged. Ask whoever runs this installation: they may have a copy.',
  export_no_archive:
    'An export of all that a team has needs an archive, and this installation has none. Single runs are exported on their pages.',
  export_not_ready: 'This export is not ready.',
  database_not_empty: 'There are accounts in this database. A backup is restored into an empty database only.',
  database_too_new:
    'This database was made by a newer version than the backup. Restore into an empty database, before Plimsoll is started on it.',
  bad_secret_key: 'PLIMSOLL_SECRET_KEY needs at least {{least}} characters.',
  unreadable_secret: 'The secret "{{field}}" cannot be read: it was kept with another PLIMSOLL_SECRET_KEY.',
  unreadable_plan:
    'The stored plan no longer fits the plan format{{place}}: {{problem}} Nothing was sent. Mend the plan and save it again.',
  idempotency_key_reused: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  last_owner: 'A team needs an owner. Make somebody else an owner first.',
  owners_only: 'Only an owner of the team gives, changes or takes away the role of an owner.',
  already_member: 'Already a member.',
  account_exists: 'There is an account with this e-mail address. Sign in with it, then open the link again.',
  other_teams: 'This person belongs to another team, too: only the owners of the installation make a link for the password.',
  own_reset:
    'Change your own password on your account page, with the current one. If you lost it, have a link mailed, or ask another admin.',
  plan_changed:
    'Somebody saved this plan since: it was revision {{asked}} for you, and is revision {{kept}} now. Read it again, then change that.',
  invitation_of_another: 'This invitation is for another e-mail address. Sign in with the account that it is for.',
});

export const failurePlaceWords = words('failurePlace', { plan: ' at {{field}}' });

export const storeWaitWords = words('storeWait', {
  silent: 'The database, or the pooler in front of it, does not answer. Waiting for it.',
  migrated: "Another process brings the database to its version's schema: {{by}}. Waiting for it.",
  locked: 'The schema cannot be changed while others use its tables: {{by}}. Trying again.',
  by: '{{name}} (process {{pid}}, since {{since}})',
  somebody: 'it has just ended',
});

export const analysisErrorWords = words('analysisError', {
  no_such_request: 'The plan has no request "{{request}}".',
  no_such_region: 'The generators of the plan are in no region "{{region}}".',
  not_kept_by_request: 'This time is not kept per request.',
  unknown_run: 'There is no such run.',
  run_not_over: 'The run "{{name}}" is not over yet.',
  samples_gone:
    'The team no longer keeps the samples of the run "{{name}}", so it cannot be compared any more. Its figures stay on its page. Runs of kept comparisons and baselines keep their samples.',
  run_given_up: "The run's figures were given up: the thread that computes them ended. With a shorter run it may succeed.",
  comparison_given_up: 'The comparison was given up: the thread that computes it ended. With fewer or shorter runs it may succeed.',
  import_given_up: 'The file takes too much memory to be read. Import fewer requests at once, or the summary of the tool.',
  live_given_up: 'The live figures were given up: the thread that computes them ended.',
  closed: 'The server is shutting down.',
  too_many_questions: '{{count}} questions about figures are already waiting.',
  asker_gone: 'Nobody waits for this answer any more.',
});
