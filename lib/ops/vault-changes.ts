import type { Stack } from 'aws-cdk-lib';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { Stage } from '../settings/stage.ts';

/** Calls that change who may take one of the roles, or the grants of such a role. */
const changesOfRoles = [
  ...['UpdateAssumeRolePolicy', 'CreateRole', 'DeleteRole'],
  ...['PutRolePolicy', 'DeleteRolePolicy', 'AttachRolePolicy', 'DetachRolePolicy'],
  ...['PutRolePermissionsBoundary', 'DeleteRolePermissionsBoundary'],
];

/**
 * Calls that change the code or the role of a function, or give a function a role. CloudTrail's
 * names have the version of Lambda's API behind them: `UpdateFunctionCode20150331v2`. A role is
 * passed to a function by these calls; CloudTrail has no event of its own for that.
 */
const changesOfFunctions = [
  ...['CreateFunction', 'UpdateFunctionCode', 'UpdateFunctionConfiguration'],
  ...['PutFunctionCodeSigningConfig', 'DeleteFunctionCodeSigningConfig'],
].map((prefix) => ({ prefix }));

/** Calls after which another role opens the vault's keys, or none does. */
const changesOfKeys = [
  ...['PutKeyPolicy', 'ReplicateKey', 'UpdatePrimaryRegion'],
  ...['DisableKey', 'ScheduleKeyDeletion'],
];

/** Calls after which another role reads a table, or its items or their history are gone. */
const changesOfTables = [
  ...['PutResourcePolicy', 'DeleteResourcePolicy'],
  ...['DeleteTable', 'UpdateTable', 'UpdateContinuousBackups'],
];
const changesOfBuckets = ['DeleteBucket', 'PutBucketPolicy', 'DeleteBucketPolicy'];

/** Calls that silence the reports of all these. */
const changesOfRules = ['PutRule', 'DeleteRule', 'DisableRule', 'PutTargets', 'RemoveTargets'];
const changesOfAlarms = ['PutMetricAlarm', 'DeleteAlarms', 'DisableAlarmActions'];
const changesOfTrails = ['StopLogging', 'DeleteTrail', 'UpdateTrail', 'PutEventSelectors'];

/**
 * The role with which CloudFormation deploys a stack, by its whole name: any administrator may make
 * another role whose name begins alike. The names of the stack's rules begin with `stackName`.
 */
export function deploymentRole({ partition, account, region, synthesizer, stackName }: Stack) {
  const name = `cdk-${synthesizer.bootstrapQualifier ?? 'hnb659fds'}-cfn-exec-role-${account}-${region}`;
  return { name, arn: `arn:${partition}:iam::${account}:role/${name}`, stackName };
}
type DeploymentRole = ReturnType<typeof deploymentRole>;

/** Calls of a kind, and the parameters that name something of ours. */
interface Calls {
  readonly eventName: readonly (string | { readonly prefix: string })[];
  readonly requestParameters?: Readonly<Record<string, readonly unknown[]>>;
  readonly resources?: { readonly ARN: readonly string[] };
  readonly eventSource?: readonly string[];
}

/** Calls as CloudTrail records them, except those of deployments. */
const reported = (calls: readonly Calls[], { arn }: DeploymentRole): EventPattern => ({
  detailType: ['AWS API Call via CloudTrail'],
  detail: {
    $or: calls,
    userIdentity: {
      sessionContext: {
        // People with keys of their own, and the root user, have no session.
        sessionIssuer: { arn: [{ 'anything-but': [arn] }, { exists: false }] },
      },
    },
  },
});

/** A rule is not there to report its own end, so each of the two reports changes of both. */
const rulesOf = ({ stackName }: DeploymentRole): readonly Calls[] => {
  const ours = [{ wildcard: `*${stackName}-*` }];
  return [
    { eventName: changesOfRules, requestParameters: { name: ours } },
    { eventName: changesOfRules, requestParameters: { rule: ours } },
  ];
};

/**
 * Changes of the roles that open cards in the vault, of the code of their functions, and uses of
 * these roles for other functions; and the same of the role that deploys. Deployments are left out:
 * their changes are made with that role.
 *
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-service-event-cloudtrail.html
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function vaultRoleChanges(
  stage: Pick<Stage, 'name'>,
  deployment: DeploymentRole,
): EventPattern {
  const ours = `turnout-${stage.name}-vault-`;
  // A name or an ARN, as the caller stated it.
  const functionName = [{ wildcard: `*${ours}*` }];
  const role = [{ wildcard: `*:role/${ours}*` }, deployment.arn];
  return reported(
    [
      {
        eventName: changesOfRoles,
        requestParameters: { roleName: [{ prefix: ours }, deployment.name] },
      },
      { eventName: changesOfFunctions, requestParameters: { functionName } },
      { eventName: changesOfFunctions, requestParameters: { role } },
      ...rulesOf(deployment),
    ],
    deployment,
  );
}

/**
 * Changes of the cards' other protection: the vault's keys, tables, buckets and copies, and the
 * rules, alarms and trails that report such changes.
 *
 * @param keyArns the root keys of the vault; none in the account of the switch alone
 */
export function vaultProtectionChanges(
  stage: Pick<Stage, 'name'>,
  deployment: DeploymentRole,
  keyArns: readonly string[],
): EventPattern {
  // CloudFormation's names begin with the name of the stack.
  const ours = [{ wildcard: `*turnout-${stage.name}-*` }];
  return reported(
    [
      ...(keyArns.length > 0 ? [{ eventName: changesOfKeys, resources: { ARN: keyArns } }] : []),
      { eventName: changesOfTables, requestParameters: { tableName: ours } },
      { eventName: changesOfTables, requestParameters: { resourceArn: ours } },
      { eventName: changesOfBuckets, requestParameters: { bucketName: ours } },
      // Copies have names of AWS's own choice.
      { eventName: [{ prefix: 'Delete' }], eventSource: ['backup.amazonaws.com'] },
      { eventName: changesOfAlarms, requestParameters: { alarmName: ours } },
      { eventName: changesOfAlarms, requestParameters: { alarmNames: ours } },
      { eventName: changesOfTrails, eventSource: ['cloudtrail.amazonaws.com'] },
      ...rulesOf(deployment),
    ],
    deployment,
  );
}
