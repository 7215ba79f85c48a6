-- A second factor beside the password. Tables of better-auth's plugin; what it keeps secret is sealed with the installation's key.
alter table users add column two_factor_enabled boolean not null default false;

create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  -- The codes that are left; each works once.
  backup_codes text not null,
  -- False until a first code was typed.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
