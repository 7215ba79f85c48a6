-- Signing out at the provider, and the end of a hold of all load.
-- expand: a table and a column that the version before neither reads nor writes.

-- The ID token by which the provider opened a session, sealed: signing out there shows it. It goes with its session.
create table id_tokens (
  session_id text primary key references sessions (id) on delete cascade,
  sealed text not null
);

-- When all load was last let go: pools bring workers since then. Null: it was never held, or only before this column.
alter table installation add column load_released_at timestamptz;
