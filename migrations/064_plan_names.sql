-- Names of plans, runs and experiments are one line from now on, as those of people are since 038.
-- expand: the version before reads and writes such names as any other.

create function pg_temp.one_line(name text) returns text language sql immutable as $$
  select regexp_replace(name, '[\x01-\x1f\x7f-\x9f\u2028\u2029]+', ' ', 'g')
$$;
create function pg_temp.named(thing jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(thing -> 'name') when 'string' then jsonb_set(thing, '{name}', to_jsonb(pg_temp.one_line(thing ->> 'name'))) else thing end
$$;

update plans set name = pg_temp.one_line(name), plan = pg_temp.named(plan) where name <> pg_temp.one_line(name);
-- Few have such a name, so that a long table is read once and hardly written.
update runs set name = pg_temp.one_line(name), plan = pg_temp.named(plan) where name <> pg_temp.one_line(name);
update experiments set name = pg_temp.one_line(name) where name <> pg_temp.one_line(name);
update experiments set variants = (
  select jsonb_agg(pg_temp.named(variant || jsonb_build_object('plan', pg_temp.named(variant -> 'plan'))) order by place)
  from jsonb_array_elements(variants) with ordinality as each (variant, place)
)
where exists (
  select from jsonb_array_elements(variants) as variant
  where pg_temp.one_line(variant ->> 'name') <> variant ->> 'name' or pg_temp.one_line(variant #>> '{plan,name}') <> variant #>> '{plan,name}'
);
