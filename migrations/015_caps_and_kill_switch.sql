-- Runs are counted by person and by target over all teams; a closed load has no planned rate.
alter table runs add column target_host text;
alter table runs add column peak_rate double precision;
alter table runs add column peak_connections integer;
-- When a person last had a turn, in whatever team.
create index runs_maker_turn_idx on runs (created_by, claimed_at desc) where claimed_at is not null;

-- The team that was made with the installation: its owners are the installation's.
alter table installation add column home_team_id text references teams (id) on delete set null;
update installation set home_team_id =
  (select t.id from teams t join members m on m.team_id = t.id where m.role = 'owner' order by t.created_at, t.id limit 1);
-- The kill switch: while it is on, nothing starts.
alter table installation add column load_held_at timestamptz;
alter table installation add column load_held_by text references users (id) on delete set null;
