-- The audit log says who made a view or a notification; a link to get back in is judged by its end alone; the rest of a team was a column of better-auth's.
-- expand: the version before neither reads nor writes them.
alter table teams drop column metadata;
alter table password_resets drop column created_at;
alter table break_glass_links drop column created_at;
alter table run_views drop column created_by;
alter table webhooks drop column created_by;
