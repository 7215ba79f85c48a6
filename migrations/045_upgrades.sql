-- What each migration does to processes that do not know it: a version before reads here whether it may go on.
alter table schema_migrations add column kind text;

-- The last migration that the version of a worker knows; null: a version before this column.
alter table workers_online add column migration text;
