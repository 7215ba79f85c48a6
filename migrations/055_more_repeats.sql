-- An A/B that is over goes on with further repeats.
-- expand: the version before leaves both alone; it judges what was added as if nobody had looked before.
alter table experiments
  -- How often its verdict was told as final and more was asked for: each look is one more chance to be fooled.
  add column judged_before integer not null default 0,
  -- When more was asked for last: from then on it waits.
  add column continued_at timestamptz;
