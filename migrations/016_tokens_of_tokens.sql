-- The token that made this one; null: a person did. Revoking a token revokes what it made.
alter table tokens add column made_by uuid references tokens (id) on delete set null;
create index tokens_made_by_idx on tokens (made_by) where made_by is not null;
