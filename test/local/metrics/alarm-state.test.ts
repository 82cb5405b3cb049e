import * as v from 'valibot';
import { AlarmProperties, alarmState, statisticOf } from '../../../local/metrics/alarm-state.ts';
import { evaluateExpression } from '../../../local/metrics/expression.ts';

const alarm = (changes: object = {}) =>
  v.parse(AlarmProperties, {
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 5,
    EvaluationPeriods: 3,
    ...changes,
  });

it.each([
  { values: [6, 6, 6], state: 'ALARM' },
  { values: [6, 6, 5], state: 'OK' },
  { values: [9, 5, 6, 6, 6], state: 'ALARM' },
  { values: [undefined, undefined, undefined], state: 'INSUFFICIENT_DATA' },
  { values: [undefined, 6, 6], state: 'OK' },
])('three periods of $values above 5 are $state', ({ values, state }) => {
  expect(alarmState(alarm(), values)).toBe(state);
});

it('missing data breaches, or does not, as the alarm states', () => {
  const missing = [undefined, undefined, undefined];
  expect(alarmState(alarm({ TreatMissingData: 'breaching' }), missing)).toBe('ALARM');
  expect(alarmState(alarm({ TreatMissingData: 'notBreaching' }), missing)).toBe('OK');
  expect(alarmState(alarm({ DatapointsToAlarm: 1 }), [0, 6, 0])).toBe('ALARM');
});

it.each([
  ['Sum', 10],
  ['SampleCount', 4],
  ['Average', 2.5],
  ['Maximum', 4],
  ['Minimum', 1],
  ['p50', 2],
  ['p99', 4],
])('the %s of 1, 2, 3 and 4 is %s', (statistic, expected) => {
  expect(statisticOf(statistic, [3, 1, 4, 2])).toBe(expected);
  expect(statisticOf(statistic, [])).toBe(undefined);
});

it.each([
  ['100 * failed / requests', 2],
  ['IF(requests >= 50, 100 * failed / requests, 0)', 2],
  ['IF(requests >= 51, 100, 0)', 0],
  ['100 * requests / SERVICE_QUOTA(requests)', 5],
  ['FILL(missing, 3) + FILL(requests, 0)', 53],
  ['-(failed - requests)', 49],
  ['failed / (requests - 50)', undefined],
  ['failed + nothing', undefined],
])('an alarm on %s is %s', (expression, expected) => {
  const values: Readonly<Record<string, number>> = { failed: 1, requests: 50 };
  expect(evaluateExpression(expression, (id) => values[id])).toBe(expected);
});

it.each(['SEARCH(1)', '1 +', 'm1 $ 2', '(1', '1 2'])(
  'an alarm with %s is refused',
  (expression) => {
    expect(() => evaluateExpression(expression, () => 1)).toThrow('not understood');
  },
);
