-- The logo of a team was a column of better-auth's, and no list tells when a host was added.
-- expand: the version before neither reads nor writes them.
alter table teams drop column logo;
alter table team_hosts drop column added_at;
