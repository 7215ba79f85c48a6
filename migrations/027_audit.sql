-- Who did what to what, when and from where. Names are kept as they were; nothing here refers to rows that may go.
create table audit_entries (
  id bigint generated always as identity primary key,
  team_id text not null,
  at timestamptz not null default clock_timestamp(),
  actor_id text,
  actor_name text,
  -- Name of the token that was used; null: a person at a browser.
  token_name text,
  action text not null,
  subject_kind text,
  subject_id text,
  subject_name text,
  details jsonb not null default '{}',
  address text,
  agent text
);
create index audit_entries_team_idx on audit_entries (team_id, id desc);
create index audit_entries_actor_idx on audit_entries (team_id, actor_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  -- A backup is restored into an empty database, whose tables it empties first.
  if tg_op = 'TRUNCATE' and not exists (select from audit_entries) then
    return null;
  end if;
  raise exception 'entries of the audit log are never changed or deleted' using errcode = 'restrict_violation';
end
$$;
create trigger audit_entries_rows_stay before update or delete on audit_entries for each row execute function refuse_audit_change();
create trigger audit_entries_stay before truncate on audit_entries for each statement execute function refuse_audit_change();
