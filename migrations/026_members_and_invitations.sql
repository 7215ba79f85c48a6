-- When a member was last here, for the list of members: written at most once a minute.
alter table members add column last_seen_at timestamptz;

-- Invitations are ours from now on: the secret of the link is kept as a hash, and the id only names the row. A link that was handed
-- out before goes on working: its secret was the id.
alter table invitations add column token_hash text;
update invitations set token_hash = encode(sha256(convert_to(id, 'UTF8')), 'hex'), id = gen_random_uuid()::text;
alter table invitations alter column id type uuid using id::uuid;
alter table invitations alter column token_hash set not null;
alter table invitations add constraint invitations_token_hash_key unique (token_hash);

-- No address: whoever holds the link is invited.
alter table invitations alter column email drop not null;
-- When the mail with the link was sent; null: it was not.
alter table invitations add column mailed_at timestamptz;
alter table invitations add column accepted_at timestamptz;
alter table invitations add column accepted_by text references users (id) on delete set null;
alter table invitations add column revoked_at timestamptz;
update invitations set accepted_at = created_at where status = 'accepted';
update invitations set revoked_at = now() where status not in ('pending', 'accepted');
alter table invitations drop column status;
