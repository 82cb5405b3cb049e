import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import {
  Effect,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { forAlarms } from '../constructs/key-statements.ts';
import type { Stage } from '../settings/stage.ts';
import type { AlarmOf } from './alarm.ts';
import { deploymentRole, vaultProtectionChanges, vaultRoleChanges } from './vault-changes.ts';

export interface AlarmStackProps extends StackProps {
  /** The address that alarms are sent to. */
  readonly alarmEmail: string | undefined;
  /** The folder in which operators read the runbooks. */
  readonly runbooks: string;
  /** The name of the deployment's cell; undefined where it is the only one. */
  readonly cell?: string | undefined;
}

/** A stack with alarms, the one topic of an account to which they publish, and its rules. */
export class AlarmStack extends Stack {
  protected readonly topic: Topic;
  private readonly runbooks: string;
  private readonly cell: string | undefined;

  /** Encrypts the alarms' messages. */
  private readonly key: IKey;

  /** @param key encrypts the alarms' messages; a key of the stack's own without it */
  constructor(scope: Construct, id: string, props: AlarmStackProps, key?: IKey) {
    const { alarmEmail, runbooks, cell, ...rest } = props;
    super(scope, id, rest);
    this.cell = cell;
    this.key = key ?? this.addKey();
    this.topic = this.addTopic(this.key);
    this.runbooks = runbooks.replace(/\/+$/, '');
    if (alarmEmail) this.topic.addSubscription(new EmailSubscription(alarmEmail));
  }

  private addKey(): IKey {
    const key = new Key(this, 'Key', {
      description: `${this.stackName}: messages of alarms.`,
      enableKeyRotation: true,
      // Messages are gone within days, so nothing needs the key after the stack.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(forAlarms(this));
    return key;
  }

  /**
   * Sets the topic's policy, which replaces the default one. The default lets the account's
   * services publish, so the statement that refuses plain HTTP needs one beside it that lets
   * CloudWatch publish.
   */
  private addTopic(key: IKey): Topic {
    const topic = new Topic(this, 'Alarms', { masterKey: key, enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OurAlarms',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return topic;
  }

  /** Reports each change of the cards' protection with its author, also while alarms are silenced. */
  protected watchVault(stage: Stage, keyArns: readonly string[]): readonly Rule[] {
    const [name, who, ip] = ['eventName', 'userIdentity.arn', 'sourceIPAddress'].map((field) =>
      EventField.fromPath(`$.detail.${field}`),
    );
    const role = this.telling(this.key);
    const deployment = deploymentRole(this);
    const rule = (id: string, what: string, eventPattern: EventPattern) => {
      const message = RuleTargetInput.fromText(
        `${what} changed outside of a deployment of the stage ${stage.name}${this.cell === undefined ? '' : `, cell ${this.cell}`}: ${name} by ${who} from ${ip} at ${EventField.time}. Alarm: VaultRoleChanged. Runbook: ${this.runbooks}/vault-trouble.md.`,
      );
      return new Rule(this, id, {
        description: `${what} changed, but by no deployment.`,
        eventPattern,
        targets: [{ bind: () => ({ arn: this.topic.topicArn, input: message, role }) }],
      });
    };
    return [
      rule(
        'VaultRoleChanges',
        'A role that opens cards, the code of its function, or a rule that reports this was',
        vaultRoleChanges(stage, deployment),
      ),
      rule(
        'VaultProtectionChanges',
        'A key, a table, a bucket or a copy, or a rule, an alarm or a trail that reports this was',
        vaultProtectionChanges(stage, deployment, keyArns),
      ),
    ];
  }

  /**
   * The role by which a rule publishes: policies of topics cannot distinguish our rules from
   * others.
   */
  private telling(key: IKey): Role {
    const { topicArn } = this.topic;
    const { keyArn } = key;
    return new Role(this, 'VaultRoleChangesRole', {
      assumedBy: new ServicePrincipal('events.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      description: 'Tells operators of changes of the roles that open cards.',
      inlinePolicies: {
        Exactly: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['sns:Publish'], resources: [topicArn] }),
            new PolicyStatement({
              actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
              resources: [keyArn],
            }),
          ],
        }),
      },
    });
  }

  protected watch(name: string, { metric, exceeds = 0, periods = 1, ...how }: AlarmOf): Alarm {
    return new Alarm(this, name, {
      metric,
      threshold: exceeds,
      evaluationPeriods: periods,
      comparisonOperator: how.isMissed
        ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
      // Missing values are fine, except for a metric whose absence is the fault.
      treatMissingData: how.isMissed ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: this.ofCell(`${how.meaning} Runbook: ${this.runbooks}/${how.runbook}.md.`),
    });
  }

  /** The text of an alarm, which names the cell: one mailbox gets the alarms of all cells. */
  protected ofCell(text: string): string {
    return this.cell === undefined ? text : `Cell ${this.cell}. ${text}`;
  }
}
