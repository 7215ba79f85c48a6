-- People who sign in at the installation's own provider (OpenID Connect), roles that its groups give, and the operator's way back in.
-- expand: columns and a table that the version before neither reads nor writes.

-- Roles that groups gave at the person's last sign-in, and those that somebody gave by hand beneath them. Neither: by hand, as ever.
-- A membership with the first alone goes with the group.
alter table members add column group_role text check (group_role in ('owner', 'admin', 'editor', 'viewer'));
alter table members add column hand_role text check (hand_role in ('owner', 'admin', 'editor', 'viewer'));

-- How the person got in; null: by password, or before this was noted.
alter table sessions add column opened_by text;
-- The session is over then, however often it is used; null: it lasts as long as it is used.
alter table sessions add column ends_at timestamptz;

-- One account for a subject of a provider. provider_id is 'oidc ' and the issuer.
create unique index accounts_of_providers_idx on accounts (provider_id, account_id) where provider_id like 'oidc %';

-- Links by which the operator lets an owner of the installation in past every rule of sign-in. Used once, kept as a hash.
create table break_glass_links (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
