import type { AlarmState } from './alarm-state.ts';

/**
 * Whether a composite alarm is on: `ALARM("…")`, `OK("…")`, `INSUFFICIENT_DATA("…")`, `NOT`, `AND`,
 * `OR` and parentheses. Throws for anything else.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html
 */
export function evaluateAlarmRule(rule: string, stateOf: (alarm: string) => AlarmState): boolean {
  const tokens = rule.match(/(?<!\w)\w+\("[^"]*"\)|AND|OR|NOT|TRUE|FALSE|[()]|\S+/g) ?? [];
  let at = 0;
  const isNext = (token: string) => tokens[at] === token;
  const any = (): boolean => {
    let value = all();
    while (isNext('OR')) {
      at += 1;
      value = all() || value;
    }
    return value;
  };
  const all = (): boolean => {
    let value = one();
    while (isNext('AND')) {
      at += 1;
      value = one() && value;
    }
    return value;
  };
  const one = (): boolean => {
    const token = tokens[at];
    at += 1;
    if (token === 'NOT') return !one();
    if (token === '(') {
      const value = any();
      if (!isNext(')')) throw new Error(`The rule ${rule} is not understood.`);
      at += 1;
      return value;
    }
    const [, state, alarm] = /^(ALARM|OK|INSUFFICIENT_DATA)\("(.+)"\)$/.exec(token ?? '') ?? [];
    if (alarm === undefined) throw new Error(`${token} of the rule ${rule} is not understood.`);
    return stateOf(alarm) === state;
  };
  const value = any();
  if (at < tokens.length) throw new Error(`The rule ${rule} is not understood.`);
  return value;
}
