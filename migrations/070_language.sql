-- The language that a person reads, where one was chosen; null: as each browser asks.
-- expand: the version before reads and writes nothing of this.
alter table users add column language text;
