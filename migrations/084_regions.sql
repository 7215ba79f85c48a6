-- Generators in several regions: a plan's `generators` is a number or a list of {label, n}.
-- expand: the version before inserts plans with a number and names no column of it; the trigger counts for both. A load of several regions has in
-- `worker_label` what no worker can have as a label (`eu:2,us:1`), so that no worker of the version before takes it.
alter table runs alter column generators drop expression;
alter table runs alter column generators set default 1;

create function count_generators() returns trigger language plpgsql as $$
begin
  new.generators := case jsonb_typeof(new.plan -> 'generators')
    when 'array' then (select sum((region ->> 'n')::integer) from jsonb_array_elements(new.plan -> 'generators') region)
    else greatest(1, coalesce((new.plan ->> 'generators')::integer, 1)) end;
  return new;
end
$$;
create trigger runs_count_generators before insert on runs for each row execute function count_generators();
