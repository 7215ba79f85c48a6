import { expect, test } from 'vitest';
import { goesOn, kindOfMigration } from './migration-kind.ts';

test('a migration that only adds is an expand step', () => {
  for (const sql of [
    'alter table runs add column crew text[];',
    "-- Why; and so on.\nalter table samples\n  add column a bytea not null default '',\n  -- more\n  add column b numeric(4, 2) check (b > 0), add column c text generated always as ('x;y') stored not null;",
    'create table t (id uuid primary key); create unique index on_t on t (id); insert into t select id from runs; alter table t alter column id drop not null;',
    'create index i on runs (id); comment on table runs is $$ drop table; $$;',
    'create function f() returns int language sql as $body$ update runs set x = 1; drop table t $body$;',
  ])
    expect(kindOfMigration(sql), sql).toBe('expand');
});

test('a migration that takes away, narrows, or asks others for more is a contract step', () => {
  for (const sql of [
    'alter table runs drop column crew;',
    'alter table runs add column a text, drop column b;',
    'alter table runs add column a text not null;',
    'alter table runs rename column a to b;',
    'alter table runs alter column a set not null;',
    'alter table runs add constraint c check (a > 0);',
    'create unique index i on runs (a);',
    'create trigger t before update on runs for each row execute function f();',
    "update runs set a = 'b';",
    'delete from runs;',
    'drop table t;',
    'create table t (id int); drop table runs;',
    'create or replace function f() returns int language sql as $$ select 1 $$;',
    'do $$ begin end $$;',
  ])
    expect(kindOfMigration(sql), sql).toBe('contract');
});

test('a migration may say itself what it is', () => {
  expect(kindOfMigration('-- What it does.\n-- expand: nobody reads the old one\nupdate runs set a = 1;')).toBe('expand');
  expect(kindOfMigration('-- contract\ncreate table t (id int);')).toBe('contract');
  expect(kindOfMigration('-- contract after 045_upgrades: b stands in its place\nalter table runs drop column a;')).toBe(
    'contract after 045_upgrades',
  );
  expect(kindOfMigration('-- expanding the table\ndrop table t;')).toBe('contract');
});

test('a version that does not know a migration goes on after an expand step, and after a contract step that it was made for', () => {
  const knows = (name: string) => name === '045_upgrades';
  expect(['expand', 'contract after 045_upgrades'].map((kind) => goesOn(kind, knows))).toEqual([true, true]);
  expect([null, '', 'contract', 'contract after 046_more'].map((kind) => goesOn(kind, knows))).toEqual([false, false, false, false]);
});
