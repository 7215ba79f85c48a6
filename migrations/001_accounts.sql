-- Who asks. Tables of better-auth (organization = team), printed by its compileMigrations() and owned by us from then on:
-- a new version of better-auth means a new migration here, never a change made behind our back.

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create table teams (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  created_at timestamptz not null,
  metadata text
);

create table sessions (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id text not null references users (id) on delete cascade,
  -- The team this session acts for.
  active_team_id text references teams (id) on delete set null
);
create index sessions_user_id_idx on sessions (user_id);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index accounts_user_id_idx on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index verifications_identifier_idx on verifications (identifier);

create table members (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null,
  unique (team_id, user_id)
);
create index members_team_id_idx on members (team_id);
create index members_user_id_idx on members (user_id);

create table invitations (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  email text not null,
  role text,
  status text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  inviter_id text not null references users (id) on delete cascade
);
create index invitations_team_id_idx on invitations (team_id);
create index invitations_email_idx on invitations (email);

-- Failed sign-ins of the last minutes, shared by every API process; the e-mail address is kept as a hash.
create table login_failures (
  account_hash text not null,
  address text not null,
  failed_at timestamptz not null default current_timestamp
);
create index login_failures_account_idx on login_failures (account_hash, failed_at);
create index login_failures_address_idx on login_failures (address, failed_at);
