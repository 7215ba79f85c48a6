/** Why something that was asked of the store or of the analysis was not done, by their codes. The web does not load it. */
export const failureText = {
  storeError: {
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
    imports_often: 'The team may begin {{most}} imports a minute. Try again in {{retryAfterSeconds}} seconds.',
    import_rows: 'The team may import {{most}} seconds with data in 24 hours. It has imported {{used}}, and this file has {{needed}}.',
    import_seconds:
      'The team may import runs of {{most}} seconds together in 24 hours. It has imported {{used}}, and this file has {{needed}}.',
    import_bytes:
      'The team may import files of {{most}} MB together in 24 hours, as they are unpacked. It has imported {{used}} MB, and this file has {{needed}} MB or more.',
    load_held: 'The owner of this installation holds all load since {{since}}. Nothing starts until it is released.',
    bad_cursor: 'This page cursor is not one of ours, or belongs to another list. Start again without it.',
    newer_schema:
      'The database was made by a newer version of Plimsoll: it holds the migration "{{migration}}", which this version does not know. Start the newer version, or restore a backup from before the upgrade.',
    newer_backup:
      'The backup was made by a newer version of Plimsoll: it knows the migration "{{migration}}", which this version does not know. Restore it with the newer version.',
    unreadable_backup: 'This is no backup of Plimsoll, or it is damaged or cut short. Nothing was restored.',
    database_not_empty: 'There are accounts in this database. A backup is restored into an empty database only.',
    database_too_new:
      'This database was already made by a newer version than the backup is of. Restore into an empty database, before Plimsoll is started on it.',
    bad_secret_key: 'PLIMSOLL_SECRET_KEY needs at least {{least}} characters.',
    unreadable_secret: 'The secret "{{field}}" cannot be read: PLIMSOLL_SECRET_KEY is not the key it was kept with.',
    unreadable_plan:
      'The stored plan no longer fits the plan format{{place}}: {{problem}} Nothing was sent. Mend the plan and save it again.',
    idempotency_key_reused: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
    last_owner: 'A team keeps an owner. Make somebody else an owner first.',
    owners_only: 'Only an owner of the team gives, changes or takes away the role of an owner.',
    already_member: 'Who is invited belongs to this team already.',
    account_exists: 'There is an account with this e-mail address. Sign in with it, then open the link again.',
    other_teams: 'This person belongs to another team, too: only the owners of the installation make a link for the password.',
    own_reset:
      'Your own password is changed on the page of your account, with the current one. Who lost it has a link mailed, or asks another admin.',
    plan_changed:
      'Somebody saved this plan since: it was revision {{asked}} for you, and is revision {{kept}} now. Read it again, then change that.',
    invited_other: 'This invitation is for another e-mail address. Sign in with the account that it is for.',
  },
  planPlace: ' at {{field}}',
  analysisError: {
    no_such_request: 'The plan has no request "{{request}}".',
    not_kept_by_request: 'This time is not kept by request.',
    unknown_run: 'There is no such run.',
    run_not_over: 'The run "{{name}}" is not over yet.',
    samples_gone:
      'The team no longer keeps the samples of the run "{{name}}", so it cannot be compared any more. Its figures stand on its page. Runs of kept comparisons and baselines keep their samples.',
    run_given_up: "The run's figures were given up: the thread that computes them ended. With a shorter run it may succeed.",
    comparison_given_up: 'The comparison was given up: the thread that computes it ended. With fewer or shorter runs it may succeed.',
    import_given_up: 'The file takes too much memory to be read. Import fewer requests at once, or the summary of the tool.',
    live_given_up: 'The live figures were given up: the thread that computes them ended.',
    closed: 'The server is shutting down.',
  },
} as const;
