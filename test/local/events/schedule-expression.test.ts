import { scheduleExpression } from '../../../local/events/schedule-expression.ts';

const after = new Date('2025-03-14T10:17:30Z'); // A Friday.

it.each([
  ['rate(1 minute)', '2025-03-14T10:18:30.000Z'],
  ['rate(6 hours)', '2025-03-14T16:17:30.000Z'],
  ['rate(1 day)', '2025-03-15T10:17:30.000Z'],
  ['cron(0 12 * * ? *)', '2025-03-14T12:00:00.000Z'],
  ['cron(0 8 * * ? *)', '2025-03-15T08:00:00.000Z'],
  ['cron(0/15 * * * ? *)', '2025-03-14T10:30:00.000Z'],
  ['cron(5,20 10-11 ? * MON-FRI *)', '2025-03-14T10:20:00.000Z'],
  ['cron(0 9 ? * MON *)', '2025-03-17T09:00:00.000Z'],
  ['cron(0 0 1 JAN ? 2026)', '2026-01-01T00:00:00.000Z'],
  ['cron(0 0 29 2 ? *)', '2028-02-29T00:00:00.000Z'],
  ['at(2025-04-01T00:00:00)', '2025-04-01T00:00:00.000Z'],
])('a schedule %s is due next at %s', (expression, due) => {
  expect(scheduleExpression(expression)(after)?.toISOString()).toBe(due);
});

it('a schedule is never due again once its only time has passed', () => {
  expect(scheduleExpression('at(2025-01-01T00:00:00)')(after)).toBeUndefined();
  expect(scheduleExpression('cron(0 0 1 1 ? 2025)')(after)).toBeUndefined();
});

it.each([
  'rate(5)',
  'rate(0 minutes)',
  'cron(* * *)',
  'cron(0 0 L * ? *)',
  'cron(61 * * * ? *)',
  'daily',
])('a schedule expression %s is refused rather than guessed', (expression) => {
  expect(() => scheduleExpression(expression)).toThrow('not understood');
});
