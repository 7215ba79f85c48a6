-- What people see of a worker, and whether it may take new loads. Null where a worker of an older version wrote the row.
alter table workers_online
  add column cores integer,
  add column threads integer,
  add column labels text[] not null default '{}',
  -- Since when it takes nothing new.
  add column draining_at timestamptz;

-- The label that a worker must have to make the load; null: any worker makes it. Written with the row, from its plan.
alter table runs add column worker_label text;
alter table experiments add column worker_label text;
