-- The provider ends sessions here that it opened (OpenID Connect Back-Channel Logout).
-- expand: a column and a table that the version before neither reads nor writes.

-- Hash of the issuer and of its own session (`sid`) that opened this one; null: opened otherwise, or the provider names none.
alter table sessions add column provider_session text;
create index sessions_provider_session_idx on sessions (provider_session) where provider_session is not null;

-- Logout tokens work once: hashes of those that were used, for as long as they would be taken again.
create table used_logout_tokens (
  token_hash text primary key,
  expires_at timestamptz not null
);
create index used_logout_tokens_expiry_idx on used_logout_tokens (expires_at);
