import { evaluateAlarmRule } from '../../../local/metrics/alarm-rule.ts';

const isOn = (rule: string) =>
  evaluateAlarmRule(rule, (alarm) => (alarm.startsWith('on') ? 'ALARM' : 'OK'));

it.each([
  ['ALARM("on")', true],
  ['ALARM("off")', false],
  ['OK("off")', true],
  ['(ALARM("off") OR ALARM("on"))', true],
  ['(ALARM("on") AND (NOT (ALARM("on-too"))))', false],
  ['ALARM("off") OR ALARM("on") AND NOT ALARM("off-too")', true],
  ['NOT ALARM("off") AND ALARM("off")', false],
])('the rule %s is %s', (rule, expected) => expect(isOn(rule)).toBe(expected));

it.each([
  '',
  'ALARM(on)',
  'ALARM("on") ALARM("on")',
  '(ALARM("on")',
  'ALARM("on") XOR ALARM("on")',
])('the rule “%s” is refused', (rule) => expect(() => isOn(rule)).toThrow(/is not understood/));
