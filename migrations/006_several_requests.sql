-- Phases of a connection beside its whole time. No bytes stand for an empty histogram.
alter table samples
  add column dns_time bytea not null default '',
  add column tcp_time bytea not null default '',
  add column tls_time bytea not null default '';
