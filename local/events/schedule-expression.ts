import { ownMember } from '../own-member.ts';

/** Returns the next due time after a given moment; undefined if there is none. */
export type Schedule = (after: Date) => Date | undefined;

/**
 * Reads a schedule: `rate(5 minutes)`, `cron(0 12 * * ? *)` or `at(2030-01-01T00:00:00)`, in UTC.
 * Throws when it does not understand the expression.
 */
export function scheduleExpression(expression: string): Schedule {
  const [, kind, inside = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression.trim()) ?? [];
  if (kind === 'rate') return rate(inside, expression);
  if (kind === 'cron') return cron(inside, expression);
  if (kind === 'at') {
    const time = new Date(`${inside}Z`);
    if (Number.isNaN(time.getTime())) throw misunderstood(expression);
    return (after) => (time > after ? time : undefined);
  }
  throw misunderstood(expression);
}

const unitsMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function rate(inside: string, expression: string): Schedule {
  const [, count, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(inside.trim()) ?? [];
  const everyMs = Number(count) * (ownMember(unitsMs, unit) ?? Number.NaN);
  if (!(everyMs > 0)) throw misunderstood(expression);
  return (after) => new Date(after.getTime() + everyMs);
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

function cron(inside: string, expression: string): Schedule {
  const fields = inside.trim().split(/\s+/);
  if (fields.length !== 6) throw misunderstood(expression);
  const field = (index: number, from: number, to: number, names: readonly string[] = []) =>
    cronField(fields[index] ?? '', from, to, names, expression);
  const minutes = field(0, 0, 59);
  const hours = field(1, 0, 23);
  const days = field(2, 1, 31);
  const inMonths = field(3, 1, 12, months);
  const onWeekdays = field(4, 1, 7, weekdays);
  const years = field(5, 1970, 2199);

  const isDay = (date: Date) =>
    years(date.getUTCFullYear()) &&
    inMonths(date.getUTCMonth() + 1) &&
    days(date.getUTCDate()) &&
    onWeekdays(date.getUTCDay() + 1);

  return (after) => {
    const time = new Date(Math.floor(after.getTime() / 60_000) * 60_000 + 60_000);
    const last = after.getTime() + 5 * 366 * 86_400_000;
    while (time.getTime() < last) {
      if (!isDay(time)) {
        time.setUTCHours(24, 0, 0, 0);
      } else if (!hours(time.getUTCHours())) {
        time.setUTCHours(time.getUTCHours() + 1, 0, 0, 0);
      } else if (!minutes(time.getUTCMinutes())) {
        time.setUTCMinutes(time.getUTCMinutes() + 1);
      } else {
        return time;
      }
    }
    return undefined;
  };
}

/** One field of a cron expression: lists of values, ranges and steps. */
function cronField(
  field: string,
  from: number,
  to: number,
  names: readonly string[],
  expression: string,
): (value: number) => boolean {
  if (field === '*' || field === '?') return () => true;
  const number = (text: string) => {
    const named = names.indexOf(text.toUpperCase());
    const value = named >= 0 ? named + from : Number(text);
    if (!Number.isInteger(value) || value < from || value > to) throw misunderstood(expression);
    return value;
  };
  const wanted = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/');
    const [first = '', last] = range.split('-');
    const start = first === '*' ? from : number(first);
    const end =
      last !== undefined ? number(last) : step !== undefined || first === '*' ? to : start;
    const every = step === undefined ? 1 : Number(step);
    if (!(every >= 1)) throw misunderstood(expression);
    for (let value = start; value <= end; value += every) wanted.add(value);
  }
  return (value) => wanted.has(value);
}

const misunderstood = (expression: string) =>
  new Error(`The schedule ${expression} is not understood here.`);
