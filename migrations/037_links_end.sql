-- Links end with their reason: what changes who somebody is, or what somebody may do, ends the links that were made by or for this
-- person before. By triggers: better-auth writes passwords by itself, and an API of the version before may run beside this one.
-- expand: the version before makes and uses links as it did; the triggers take nothing that it needs.

-- The team for whose member an admin made it; null: the person asked by mail.
alter table password_resets add column team_id text references teams (id) on delete cascade;
-- Of those that are under way nobody knows the team any more.
update password_resets set used_at = now() where made_by is not null and used_at is null;
create index password_resets_made_by_idx on password_resets (made_by) where made_by is not null;
create index invitations_inviter_idx on invitations (inviter_id);

-- Two at once take the rows in the same order.
create function end_resets_of(person text) returns void language sql as $$
  update password_resets set used_at = now() where id in
    (select id from password_resets where used_at is null and (user_id = person or made_by = person) order by id for update)
$$;
-- Who had the account in hand may have made them.
create function revoke_invitations_of(person text) returns void language sql as $$
  update invitations set revoked_at = now() where id in
    (select id from invitations where inviter_id = person and accepted_at is null and revoked_at is null order by id for update)
$$;

create function end_links_of_member() returns trigger language plpgsql as $$
begin
  perform end_resets_of(coalesce(new.user_id, old.user_id));
  return null;
end
$$;
-- Which invitations end with which role is known to the code that changes roles.
create trigger members_end_links after insert or delete on members for each row execute function end_links_of_member();
create trigger members_role_ends_links after update of role on members for each row
  when (old.role is distinct from new.role) execute function end_links_of_member();

create function end_links_of_user() returns trigger language plpgsql as $$
begin
  perform end_resets_of(new.id);
  perform revoke_invitations_of(new.id);
  return null;
end
$$;
create trigger users_email_ends_links after update of email on users for each row
  when (old.email is distinct from new.email) execute function end_links_of_user();

create function end_links_of_account() returns trigger language plpgsql as $$
begin
  perform end_resets_of(new.user_id);
  perform revoke_invitations_of(new.user_id);
  -- A sign-in that waits for a code was begun with the former password.
  delete from verifications where value = new.user_id and identifier like '2fa-%';
  return null;
end
$$;
create trigger accounts_password_ends_links after update of password on accounts for each row
  when (old.password is distinct from new.password) execute function end_links_of_account();
