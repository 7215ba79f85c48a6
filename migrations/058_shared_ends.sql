-- A run of several workers that one of the version before ends has the reason that a newer one told of its share: that version reads a text where the share has
-- a code, and writes an empty one.
-- expand: it fills what the version before leaves empty, and nothing else.

create function take_end_of_shard() returns trigger language plpgsql as $$
begin
  -- As `endShard` chooses: what is no natural end first, then what cut a share short.
  new.ending := (
    select ending from run_shards where run_id = new.id and attempt = new.attempt and ending is not null
    order by end_reason in ('requests', 'duration', 'stages'), end_reason = 'requests', ended_at, shard limit 1
  );
  return new;
end
$$;
create trigger runs_take_end_of_shard before update of state on runs for each row
  when (old.ended_at is null and new.ended_at is not null and new.ending is null and new.state_reason = '')
  execute function take_end_of_shard();
