-- The queue asks when a team, and one of its people, last had a turn. That is when a run of theirs was last claimed.
create index runs_team_turn_idx on runs (team_id, claimed_at desc) where claimed_at is not null;
create index runs_person_turn_idx on runs (team_id, created_by, claimed_at desc) where claimed_at is not null;
