-- The passkey that opened a session, or that was its second factor: the session ends with it.
-- expand: a column that the version before neither reads nor writes.
alter table sessions add column passkey_id uuid references passkeys (id) on delete cascade;
create index sessions_passkey_idx on sessions (passkey_id) where passkey_id is not null;
