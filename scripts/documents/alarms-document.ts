import * as v from 'valibot';
import { AlarmProperties } from '../../local/metrics/alarm-state.ts';
import type { PricedResource } from '../cost/cost-model.ts';

/** The page of all alarms, from the resources of the stages’ templates. */
export function alarmsDocument(stages: readonly (readonly PricedResource[])[]): string {
  const rows = new Map<string, string>();
  for (const resources of stages) {
    const concerns = resources.filter(({ type }) => type === 'AWS::CloudWatch::CompositeAlarm');
    for (const { name, type, properties } of resources) {
      if (type !== 'AWS::CloudWatch::Alarm') continue;
      const concern = concerns.find(({ properties: { AlarmRule } }) =>
        String(AlarmRule).includes(`ALARM("${name}.Arn")`),
      );
      // Stacks may have the same alarm, each about its own functions.
      const own = name.replace(/^[\w-]+\./, '');
      rows.set(own, row(own, properties, concern?.name.replace(/^\w+\./, '')));
    }
  }
  return `# All alarms

Written by \`npm run generate\` from the templates; a test holds it. The composite alarms wake, each once
for all alarms that lead to it: \`PaymentsInTrouble\`, \`MerchantsHearLate\` (not while payments are in
trouble), \`MoneyInDoubt\` and \`VaultInTrouble\`. A probe is there only where there is a test processor.

| Alarm | On when | Wakes by | What it means | Runbook |
|---|---|---|---|---|
${[...rows.values()].join('\n')}
`;
}

function row(name: string, properties: Readonly<Record<string, unknown>>, concern = ''): string {
  const alarm = v.parse(AlarmProperties, properties);
  const [, meaning = '', runbook] =
    /^(.*?)(?: Runbook: docs\/runbooks\/([\w-]+)\.md\.)?$/s.exec(
      String(properties.AlarmDescription),
    ) ?? [];
  return `| ${[
    `\`${name}\``,
    condition(alarm),
    concern ? `\`${concern}\`` : 'none',
    meaning,
    runbook ? `[${runbook}](${runbook}.md)` : '–',
  ].join(' | ')} |`;
}

const operators = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '≥',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '≤',
} as const;

/** When an alarm goes off, in words. */
function condition(alarm: AlarmProperties): string {
  const [stat] = alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []) ?? [];
  const expression = alarm.Metrics?.find(({ Expression }) => Expression !== undefined)?.Expression;
  const seconds = alarm.Period ?? stat?.Period ?? 60;
  const statistic = alarm.Statistic ?? alarm.ExtendedStatistic ?? '';
  const metric =
    expression ??
    `${statistic} of ${alarm.Namespace?.replace(/^Turnout.*/, 'ours')}/${alarm.MetricName}`;
  const times = alarm.EvaluationPeriods > 1 ? `, ${alarm.EvaluationPeriods} times in a row` : '';
  const missing = alarm.TreatMissingData === 'breaching' ? ', or missing' : '';
  const threshold = alarm.Threshold.toLocaleString('en-US');
  return `\`${metric}\` ${operators[alarm.ComparisonOperator]} ${threshold} in ${inWords(seconds)}${times}${missing}`;
}

const inWords = (seconds: number) =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`;
