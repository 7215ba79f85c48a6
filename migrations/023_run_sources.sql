-- Runs that another tool made: which one, from which file, and how far the file goes. Null where Plimsoll made the load.
alter table runs add column source jsonb;
