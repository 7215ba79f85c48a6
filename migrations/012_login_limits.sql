-- Sign-in limits are counted by a library that brings its own columns; the failures of the last minutes go along.
create table login_limits (
  -- 'account:' and a hash, or 'address:' and an address.
  key varchar(255) primary key,
  points integer not null default 0,
  -- Unix time in milliseconds.
  expire bigint
);

insert into login_limits (key, points, expire)
select key, count(*), (extract(epoch from min(failed_at) + interval '15 minutes') * 1000)::bigint
from (
  select 'account:' || account_hash as key, failed_at from login_failures
  union all
  select 'address:' || left(address, 200), failed_at from login_failures
) failures
where failed_at > now() - interval '15 minutes'
group by key;

drop table login_failures;
