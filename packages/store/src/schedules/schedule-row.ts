/** A row of `schedules` with its outcomes, as the API shows it. */
import { nextTimes } from '@plimsoll/contracts/cron';
import { isTerminal, type RunState } from '@plimsoll/contracts/run';
import {
  nextTimesTold,
  type PlantedDrill,
  type Schedule,
  type ScheduleOutcome,
  type ScheduleReason,
  scheduleReasonSchema,
} from '@plimsoll/contracts/schedule';
import type { Verdict } from '@plimsoll/contracts/verdict';
import { readKept } from '../runs/read-kept.ts';

interface OutcomeJson {
  readonly dueAt: string;
  readonly at: string;
  readonly state: ScheduleOutcome['state'];
  readonly reason: unknown;
  readonly missed: number;
  readonly run: {
    readonly id: string;
    readonly number: number | null;
    readonly state: RunState;
    readonly verdict: Verdict | null;
    readonly planted: number | null;
  } | null;
  readonly experiment: ScheduleOutcome['experiment'];
  readonly reference: ScheduleOutcome['reference'];
  readonly drill: PlantedDrill | null;
}

export interface ScheduleRow {
  id: string;
  name: string;
  plan_id: string | null;
  plan_name: string | null;
  experiment_id: string | null;
  experiment_name: string | null;
  experiment_kind: NonNullable<Schedule['experiment']>['kind'] | null;
  cron: string;
  time_zone: string;
  tags: Record<string, string>;
  drill: number | null;
  author_id: string | null;
  author_name: string | null;
  next_due_at: Date | null;
  paused_at: Date | null;
  pause_reason: unknown;
  created_at: Date;
  updated_at: Date;
  outcomes: OutcomeJson[];
}

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: a {@link ScheduleRow} with the latest `$most` outcomes. */
export const selectSchedules = (most: number) => `
  SELECT s.id, s.name, s.plan_id, p.name AS plan_name, s.experiment_id, e.name AS experiment_name, e.kind AS experiment_kind,
    s.cron, s.time_zone, s.tags, s.drill, s.author_id, u.name AS author_name, s.next_due_at, s.paused_at, s.pause_reason, s.created_at, s.updated_at,
    (SELECT coalesce(json_agg(json_build_object(
         'dueAt', ${iso('o.due_at')}, 'at', ${iso('o.at')}, 'state', o.state, 'reason', o.reason, 'missed', o.missed, 'drill', o.drill,
         'run', CASE WHEN r.id IS NULL THEN NULL ELSE json_build_object('id', r.id, 'number', n.number, 'state', r.state, 'verdict', r.vs_baseline ->> 'verdict', 'planted', r.environment -> 'plantedDelayMs') END,
         'reference', CASE WHEN f.id IS NULL THEN NULL ELSE json_build_object('id', f.id, 'number', fn.number, 'state', f.state) END,
         'experiment', CASE WHEN x.id IS NULL THEN NULL ELSE json_build_object('id', x.id, 'state', x.state) END) ORDER BY o.due_at DESC), '[]')
     FROM (SELECT * FROM schedule_outcomes WHERE schedule_id = s.id ORDER BY due_at DESC LIMIT ${most}) o
     LEFT JOIN runs r ON r.id = o.run_id LEFT JOIN run_numbers n ON n.run_id = r.id
     LEFT JOIN runs f ON f.id = o.reference_run_id LEFT JOIN run_numbers fn ON fn.run_id = f.id LEFT JOIN experiments x ON x.id = o.experiment_id) AS outcomes
  FROM schedules s LEFT JOIN plans p ON p.id = s.plan_id LEFT JOIN experiments e ON e.id = s.experiment_id LEFT JOIN users u ON u.id = s.author_id`;

function readReason(kept: unknown): ScheduleReason | null {
  if (kept === null) return null;
  return readKept(scheduleReasonSchema, kept) ?? { kind: 'other', text: String((kept as { kind?: unknown }).kind ?? '') };
}

/**
 * Found: the comparison called it worse. A run that did not complete tells nothing, and no more does one of a worker of the version before, which
 * knows no relay.
 */
function wasFound({ run, reference }: OutcomeJson): boolean | null {
  if (!run || !isTerminal(run.state) || run.verdict === null || (reference && run.planted === null)) return null;
  return run.verdict === 'worse';
}

function toOutcome({ reason, drill, run, ...kept }: OutcomeJson): ScheduleOutcome {
  return {
    ...kept,
    run: run && { id: run.id, number: run.number, state: run.state, verdict: run.verdict },
    reason: readReason(reason),
    drill: drill && { ...drill, found: wasFound({ ...kept, reason, drill, run }) },
  };
}

/** `now`: the next times come after it. The first of them is the one that is kept. */
export function toSchedule(row: ScheduleRow, now: Date): Schedule {
  const { cron, next_due_at: due } = row;
  const from = due === null ? now : new Date(Math.max(now.getTime(), due.getTime() - 1));
  return {
    id: row.id,
    name: row.name,
    plan: row.plan_id === null ? null : { id: row.plan_id, name: row.plan_name ?? '' },
    experiment:
      row.experiment_id === null || row.experiment_kind === null
        ? null
        : { id: row.experiment_id, name: row.experiment_name ?? '', kind: row.experiment_kind },
    cron,
    timeZone: row.time_zone,
    tags: row.tags,
    drill: row.drill,
    author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
    paused: row.paused_at && { since: row.paused_at.toISOString(), reason: readReason(row.pause_reason) },
    next: row.paused_at ? [] : nextTimes({ cron, timeZone: row.time_zone }, from, nextTimesTold).map((at) => at.toISOString()),
    outcomes: row.outcomes.map(toOutcome),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
