/** A cron expression in words, where it is one that people write often: "Daily at 03:00". */
import { cronWords } from '../en/team/schedule.ts';
import { dayOfWeek } from '../figures/date.ts';

const fieldsOfCron = 5;
const daysOfWeek = 7;

/** Numbers of a list without ranges and steps; null: it is another. */
function numbersIn(field: string): readonly number[] | null {
  return /^\d{1,2}(,\d{1,2})*$/.test(field) ? field.split(',').map(Number) : null;
}

/** The n of `*` + `/n`; 1 of `*` alone. Null: another, or one that does not divide the whole, so that it is not every n. */
function stepOf(field: string, whole: number): number | null {
  const [, step = '1'] = /^\*(?:\/(\d{1,2}))?$/.exec(field) ?? [null, '0'];
  const every = Number(step);
  return every > 0 && whole % every === 0 ? every : null;
}

/** Days of the week by number, Sunday 0; null: they cannot be told in a few words. */
function weekDays(field: string): string | null {
  const range = /^([0-7])-([0-7])$/.exec(field);
  if (range) return cronWords.fromDayToDay({ from: dayOfWeek(Number(range[1])), to: dayOfWeek(Number(range[2])) });
  const days = numbersIn(field);
  if (!days || days.some((day) => day > daysOfWeek)) return null;
  return days.map((day) => dayOfWeek(day)).join(cronWords.comma);
}

const padded = (number: number) => String(number).padStart(2, '0');

/** Null: the expression itself says it best. */
export function cronSentence(cron: string): string | null {
  const fields = cron.split(' ');
  if (fields.length !== fieldsOfCron) return null;
  const [minute, hour, day, month, weekDay] = fields as [string, string, string, string, string];
  if (month !== '*') return null;
  const everyDay = day === '*' && weekDay === '*';
  const everyMinutes = stepOf(minute, 60);
  if (everyMinutes !== null) {
    if (hour !== '*' || !everyDay) return null;
    return everyMinutes === 1 ? cronWords.everyMinute : cronWords.everyMinutes({ minutes: everyMinutes });
  }
  const [atMinute, ...others] = numbersIn(minute) ?? [];
  if (atMinute === undefined || others.length > 0) return null;
  const everyHours = stepOf(hour, 24);
  if (everyHours !== null) {
    if (!everyDay) return null;
    const at = { minute: padded(atMinute) };
    return everyHours === 1 ? cronWords.everyHour(at) : cronWords.everyHours({ hours: everyHours, ...at });
  }
  const hours = numbersIn(hour);
  if (!hours) return null;
  const times = hours.map((at) => `${padded(at)}:${padded(atMinute)}`).join(cronWords.comma);
  if (everyDay) return cronWords.daily({ times });
  if (day === '*') {
    const days = weekDays(weekDay);
    return days && cronWords.weekly({ days, times });
  }
  const dates = weekDay === '*' ? numbersIn(day) : null;
  return dates && cronWords.monthly({ days: dates.join(cronWords.comma), times });
}
