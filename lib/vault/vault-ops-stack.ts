import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { AlarmStack, type AlarmStackProps } from '../ops/alarm-stack.ts';
import { type VaultJobNames, vaultAccountAlarmsOf } from '../ops/alarms.ts';
import type { Stage } from '../settings/stage.ts';

interface VaultOpsStackProps extends AlarmStackProps {
  readonly stage: Stage;
  /** The ARNs of the root keys of the vault. */
  readonly vaultKeyArns: readonly string[];
  readonly functionNames: VaultJobNames;
}

/**
 * The alarms of a vault in an account of its own, which see the metrics of that account only. Each
 * publishes by itself.
 */
export class VaultOpsStack extends AlarmStack {
  constructor(scope: Construct, id: string, props: VaultOpsStackProps) {
    const { stage, vaultKeyArns, functionNames, ...rest } = props;
    super(scope, id, rest);
    const rules = this.watchVault(stage, vaultKeyArns);
    const alarms = vaultAccountAlarmsOf({
      stage: stage.name,
      functionNames,
      vaultRules: rules.map(({ ruleName }) => ruleName),
    });
    for (const [name, alarm] of Object.entries(alarms)) {
      const made = this.watch(name, alarm);
      made.addAlarmAction(new SnsAction(this.topic));
      made.addOkAction(new SnsAction(this.topic));
    }
  }
}
