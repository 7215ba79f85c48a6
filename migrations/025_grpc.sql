-- Times of the messages of gRPC calls. No bytes: written before this column was.
alter table samples
  add column first_message_time bytea not null default '',
  add column message_gap bytea not null default '',
  add column message_round_trip bytea not null default '',
  add column message_lateness bytea not null default '';
