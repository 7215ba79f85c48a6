-- Times of streams, tokens and WebSockets. No bytes: written before this column was, or nothing was timed.
alter table samples
  add column upgrade_time bytea not null default '',
  add column first_token_time bytea not null default '',
  add column second_token_time bytea not null default '',
  add column inter_token_time bytea not null default '',
  add column ping_round_trip bytea not null default '',
  add column publish_time bytea not null default '',
  add column input_tokens bytea not null default '',
  add column output_tokens bytea not null default '';
