-- An invitation carries one role of ours. Others were kept (' owner', 'member', 'editor,viewer') and could never be accepted.
update invitations set status = 'canceled' where status = 'pending' and (role is null or role not in ('owner', 'admin', 'editor', 'viewer'));
update invitations set role = 'viewer' where role is null or role not in ('owner', 'admin', 'editor', 'viewer');
alter table invitations alter column role set not null;
alter table invitations add constraint invitations_role_check check (role in ('owner', 'admin', 'editor', 'viewer'));
