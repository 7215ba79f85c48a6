-- The end of a run, of its part on one worker or of an experiment is stored as a code with its figures; the sentence is made for who reads it, in that person's language.
-- `state_reason` and `end_message` keep what versions before write: where a run has one, it is the last word.
-- expand: the version before leaves the columns alone and goes on writing sentences. It shows no reason where a newer process ended a run.

alter table runs add column ending jsonb;
alter table run_shards add column ending jsonb;
alter table experiments add column ending jsonb;

create function pg_temp.number_in(figure text) returns bigint language sql immutable as $$
  select regexp_replace(figure, '\D', '', 'g')::bigint
$$;

-- The code of a sentence that a version before wrote; null where it says something that is no code.
create function pg_temp.ending_of(said text) returns jsonb language plpgsql immutable as $$
declare
  part text[];
begin
  case said
    when 'All stages are done.' then return '{"kind": "stagesDone"}';
    when 'The load was stopped.' then return '{"kind": "stopped"}';
    when 'Stopped before it started: nothing was sent.' then return '{"kind": "stoppedBefore"}';
    when 'The load stopped because its control was lost.' then return '{"kind": "loadControlLost"}';
    when 'The worker was shut down while the run was under way. Figures until then are kept.' then return '{"kind": "shutDown"}';
    when 'The worker could not reach the database for 8 s, so the load was stopped. Figures until then are kept; the run was not repeated.' then
      return '{"kind": "controlLost"}';
    when 'The worker did not end the run at its deadline and was given up on. Figures until then are kept.' then
      return '{"kind": "deadlineMissed"}';
    when 'The worker that made the load was not heard for 12 s and is lost. Figures until then are kept; the run was not repeated.' then
      return '{"kind": "workerLost", "of": 1}';
    else null;
  end case;
  part := regexp_match(said, '^All ([\d\u00a0]+) requests were sent\.$');
  if part is not null then return jsonb_build_object('kind', 'requestsSent', 'requests', pg_temp.number_in(part[1])); end if;
  part := regexp_match(said, '^All ([\d\u00a0]+) data rows were used once\.$');
  if part is not null then return jsonb_build_object('kind', 'dataRowsUsed', 'rows', pg_temp.number_in(part[1])); end if;
  part := regexp_match(said, '^The duration of (\S+) is over(?:, before its ([\d\u00a0]+) requests)?\.$');
  if part is not null then
    return jsonb_build_object('kind', 'timeOver', 'duration', part[1], 'requests', pg_temp.number_in(part[2]));
  end if;
  part := regexp_match(said, '^Stopped by itself: the threshold "(.+)" is broken after ([\d\u00a0]+) s\.$');
  if part is not null then
    return jsonb_build_object('kind', 'thresholdBroken', 'threshold', part[1], 'seconds', pg_temp.number_in(part[2]));
  end if;
  part := regexp_match(said, '^Stopped by itself: nothing but connection errors for (\d+) s \(([\d\u00a0]+) of them\)\.$');
  if part is not null then
    return jsonb_build_object('kind', 'onlyConnectionErrors', 'seconds', part[1]::int, 'errors', pg_temp.number_in(part[2]));
  end if;
  part := regexp_match(said, '^Stopped by itself: ([\d\u00a0]+) of ([\d\u00a0]+) requests failed in the last (\d+) s\.$');
  if part is not null then
    return jsonb_build_object('kind', 'mostlyErrors', 'seconds', part[3]::int, 'failed', pg_temp.number_in(part[1]),
      'finished', pg_temp.number_in(part[2]));
  end if;
  part := regexp_match(said, '^One of the (\d+) workers that made the load was not heard for 12 s and is lost, ');
  if part is not null then return jsonb_build_object('kind', 'workerLost', 'of', part[1]::int); end if;
  part := regexp_match(said, '^Imported from (\w+)\.$');
  if part is not null then return jsonb_build_object('kind', 'imported', 'tool', part[1]); end if;
  return null;
end
$$;

-- A large table is not written anew in one transaction while others wait for it: there the sentences of old runs stay.
do $$
begin
  if pg_relation_size('runs') <= 64 * 1024 * 1024 then
    update runs set ending = pg_temp.ending_of(state_reason), state_reason = null
    where ended_at is not null and pg_temp.ending_of(state_reason) is not null;
  end if;
end
$$;
