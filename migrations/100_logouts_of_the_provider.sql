-- A logout of the provider also ends sign-ins that were under way when it came: a used logout token keeps what it named.
-- expand: columns that the version before neither reads nor writes.
alter table used_logout_tokens
  -- Of the issuer, as in `accounts`.
  add column provider_id text,
  -- As in `accounts.account_id`; null: not told.
  add column subject text,
  -- As in `sessions`; null: not told.
  add column provider_session text,
  add column used_at timestamptz;
