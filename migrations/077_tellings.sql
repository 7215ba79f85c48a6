-- People and programs are told of what happened: an event of a team, the addresses that want to know, and one delivery of each event to each of them.
-- expand: the version before ends runs as it did; its trigger marks each end for the new reader, too, which reads it once a newer process runs.

create table webhooks (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  name text not null,
  -- Which shape the message has: the product's own, signed; that of a chat; a mail.
  format text not null,
  -- Sealed, since the addresses of chats are secrets; null for a mail. `shown`: what people see of it.
  address text,
  shown text not null,
  -- The member a mail goes to.
  receiver_id text references users (id) on delete cascade,
  events text[] not null,
  -- Null: of every plan, and of runs without one.
  plan_ids uuid[],
  language text not null,
  -- Sealed. The former one signs beside it for a while.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  active boolean not null default true,
  -- Why it was switched off, where nobody did: a code.
  ended_because text,
  -- Nothing is sent before it: the receiver failed lately, so many times in a row.
  quiet_until timestamptz,
  failures integer not null default 0,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index webhooks_team_idx on webhooks (team_id, created_at);

create table tellings (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  kind text not null,
  -- The same event is there once, however often it is recorded.
  key text not null,
  plan_id uuid,
  run_id uuid references runs (id) on delete cascade,
  experiment_id uuid references experiments (id) on delete cascade,
  -- Codes and figures of it.
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  unique (team_id, kind, key)
);
create index tellings_run_idx on tellings (run_id) where run_id is not null;
create index tellings_experiment_idx on tellings (experiment_id) where experiment_id is not null;
create index tellings_at_idx on tellings (at);

create table deliveries (
  id uuid primary key,
  ordinal bigint generated always as identity,
  team_id text not null,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  telling_id uuid not null references tellings (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempt integer not null default 0,
  due_at timestamptz not null default now(),
  -- A process is sending it until then.
  taken_until timestamptz,
  -- The newest attempt: when, what was answered or what became of it.
  sent_at timestamptz,
  status integer,
  answer text,
  failure text,
  unique (webhook_id, telling_id)
);
create index deliveries_due_idx on deliveries (webhook_id, due_at) where state = 'waiting';
create index deliveries_taken_idx on deliveries (taken_until) where taken_until is not null;
create index deliveries_list_idx on deliveries (webhook_id, ordinal desc);
create index deliveries_telling_idx on deliveries (telling_id);

insert into run_event_readers values ('tellings');
