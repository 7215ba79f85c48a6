/** What stands in the form of a schedule, and the body that it comes to. */
import { cronSchema, nextTimes, timeZoneSchema } from '@plimsoll/contracts/cron';
import { changeScheduleSchema, createScheduleSchema, nextTimesTold, type Schedule } from '@plimsoll/contracts/schedule';
import { tagsToText, textToTags } from '../../domain/run/tags-text.ts';
import { judgeBy } from '../../ui/form/judged.ts';

export const presets = {
  hourly: '0 * * * *',
  nightly: '0 3 * * *',
  weekdays: '0 6 * * 1-5',
  weekly: '0 3 * * 0',
} as const;
export type Preset = keyof typeof presets;

export interface ScheduleValues {
  readonly name: string;
  /** `plan ID` or `experiment ID`; empty: nothing yet. */
  readonly what: string;
  /** `own`: the expression is typed. */
  readonly often: Preset | 'own';
  readonly cron: string;
  readonly timeZone: string;
  readonly tags: string;
  readonly drill: boolean;
  /** In percent, as it is typed. */
  readonly drillShare: string;
}

const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export function emptyValues(what: string): ScheduleValues {
  return {
    name: '',
    what,
    often: 'nightly',
    cron: presets.nightly,
    timeZone: readersZone(),
    tags: '',
    drill: false,
    drillShare: '10',
  };
}

export function valuesOf({ name, plan, experiment, cron, timeZone, tags, drill }: Schedule): ScheduleValues {
  const preset = (Object.keys(presets) as Preset[]).find((key) => presets[key] === cron);
  return {
    name,
    what: plan ? `plan ${plan.id}` : `experiment ${experiment?.id ?? ''}`,
    often: preset ?? 'own',
    cron,
    timeZone,
    tags: tagsToText(tags),
    drill: drill !== null,
    drillShare: drill === null ? '10' : String(Math.round(1000 * drill) / 10),
  };
}

const changed = ({ name, cron, timeZone, tags, drill, drillShare }: ScheduleValues) => ({
  name,
  cron,
  timeZone,
  tags: textToTags(tags),
  drill: drill ? Number(drillShare) / 100 : null,
});

/** `named`: the name of what it starts, which it gets where none is typed. */
export function judgeNew(values: ScheduleValues, named: string) {
  const [kind, id] = values.what.split(' ');
  const what = kind === 'plan' ? { planId: id } : kind === 'experiment' ? { experimentId: id } : {};
  const { tags, drill, ...rest } = changed(values);
  // The fields of a plan's runs are hidden for an experiment.
  return judgeBy(createScheduleSchema, {
    ...rest,
    name: rest.name.trim() === '' ? named : rest.name,
    ...what,
    ...(kind === 'plan' && { tags, drill }),
  });
}

export const judgeChange = (values: ScheduleValues) => judgeBy(changeScheduleSchema, changed(values));

/** The next times of what stands in the form; none where it cannot be read yet. */
export function nextOf({ cron, timeZone }: Pick<ScheduleValues, 'cron' | 'timeZone'>, now: Date): string[] {
  const [read, zone] = [cronSchema.safeParse(cron), timeZoneSchema.safeParse(timeZone)];
  if (!read.success || !zone.success) return [];
  return nextTimes({ cron: read.data, timeZone: zone.data }, now, nextTimesTold).map((at) => at.toISOString());
}
