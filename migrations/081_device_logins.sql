-- Machines that ask for a token, and the person who lets each have one. Both codes are kept as hashes. A row is gone with the token that it
-- was for, and at the latest with the next one that is asked for after its ten minutes.
create table device_logins (
  id uuid primary key default gen_random_uuid(),
  device_hash text not null unique,
  -- Of the code that a person types.
  user_hash text not null unique,
  -- As the machine calls itself.
  machine text not null,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Between two questions of the machine; grows where it does not heed it.
  interval_seconds integer not null,
  asked_at timestamptz,
  -- Null: nobody has decided.
  approved boolean,
  team_id text references teams (id) on delete cascade,
  user_id text references users (id) on delete cascade
);
create index device_logins_expiry_idx on device_logins (expires_at);
