-- Links that set a new password: used once, kept as a hash.
create table password_resets (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references users (id) on delete cascade,
  token_hash text not null unique,
  -- Who made it for somebody else; null: the person asked by mail.
  made_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user_idx on password_resets (user_id);
