-- A new team is shown a sample pair until somebody removes it. The pair itself is no row: it is shipped (packages/store/samples).
-- expand: the version before reads and writes nothing of this.
alter table teams add column sample boolean not null default true;
