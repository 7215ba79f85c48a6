-- Where a team may aim load, within what the operator permits: host names, addresses and CIDR ranges. Empty: wherever the operator permits.
alter table teams add column targets text[] not null default '{}';
