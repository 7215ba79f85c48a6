-- expand: how an index is kept changes nothing for those who read by it
-- What each team stores, as it was counted last: {tookMs, runs, samples, bytes, months}. Counting reads every run.
alter table teams
  add column stored jsonb,
  add column stored_at timestamptz;

-- What is found by words and tags is put into its index at once: a list of what waits to be put there would be read by every search, and be
-- worked off by whoever writes the run that fills it.
alter index runs_search_idx set (fastupdate = off);
alter index runs_tags_idx set (fastupdate = off);
