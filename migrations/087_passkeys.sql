-- Passkeys (WebAuthn): what a sign-in with one is held to. A public key is no secret.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references users (id) on delete cascade,
  -- base64url, as browsers tell it.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it has signed, as it counts itself; 0 where it does not count.
  counter bigint not null,
  transports text[] not null default '{}',
  -- Kept by an account of its maker's, so that it survives the device.
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id);
