import { Aws } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Stage, stages } from '../settings/stage.ts';
import {
  cfnAlias,
  type MeasuredBy,
  newVersionsAlarm,
  type ShiftedFunction,
} from './new-versions-alarm.ts';
import { allow } from './switch-function.ts';

/** The alias by which the API and the queues invoke a function that changes gradually. */
const liveAlias = 'live';

/**
 * How many aliases CodeDeploy moves with one role. All aliases of a stack shift at the same time,
 * and CodeDeploy gives up a deployment whose role asked Lambda too often:
 * https://github.com/davidgf/serverless-plugin-canary-deployments/issues/159 and
 * https://github.com/govuk-one-login/authentication-api/pull/6806.
 */
const aliasesOfRole = 4;

interface LiveAliasProps {
  /** How many containers wait for requests, paid for while they wait; 0 by default. */
  readonly keepWarm?: number;
}

/** A function's alias, which leads to one published version, or while it shifts to two. */
export function addLiveAlias(fn: LambdaFunction, { keepWarm = 0 }: LiveAliasProps = {}): Alias {
  // Without a change of its template a function is not published anew. This setting leads functions
  // to another table whose name stands in another stack's template.
  const tableName: unknown = fn.node.tryGetContext('tableName');
  if (typeof tableName === 'string') fn.invalidateVersionBasedOn(tableName);
  return new Alias(fn, 'Live', {
    aliasName: liveAlias,
    version: fn.currentVersion,
    ...(keepWarm > 0 && { provisionedConcurrentExecutions: keepWarm }),
  });
}

interface GradualDeploymentProps {
  readonly stage: Stage;
  readonly functions: readonly ShiftedFunction[];
  readonly measuredBy: MeasuredBy;
  /** While it is on, no version takes over: those that shift go back. */
  readonly unhealthy: IAlarm;
}

/**
 * Lets new versions of a stack's functions take over a tenth of the requests first and the rest
 * after five minutes. The versions of the whole stack go back when they fail meanwhile, or the API,
 * and CloudFormation then rolls the stack back.
 *
 * Where versions take over at once, CodeDeploy is done before an alarm could go off: it only starts
 * no deployment while the API fails.
 *
 * With `-c shift=off` CloudFormation itself moves the aliases, at once and while the alarm is on
 * too. All resources of CodeDeploy stay as they are, for the next deployment.
 *
 * `npx turnout deploy` asks for the same for single functions, whose aliases were led elsewhere by
 * hand: CodeDeploy refuses these.
 *
 * Does nothing for a stack without such functions.
 */
export function deployGradually(scope: Construct, props: GradualDeploymentProps): void {
  const { stage, functions, measuredBy, unhealthy } = props;
  const aliases = functions.map(({ alias }) => alias);
  if (aliases.length === 0) return;
  const unshifted = unshiftedFunctions(scope);
  const application = new LambdaApplication(scope, 'Releases');
  const pace = stage.shift === 'off' ? stages[stage.name].shift : stage.shift;
  const isGradual = pace === 'gradual';
  const deploymentConfig = isGradual
    ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
    : LambdaDeploymentConfig.ALL_AT_ONCE;
  const alarms = [
    unhealthy,
    ...(isGradual ? [newVersionsAlarm(scope, { stage, functions, measuredBy })] : []),
  ];
  for (let first = 0; first < aliases.length; first += aliasesOfRole) {
    const role = shiftRole(scope, first === 0 ? 'Shift' : `Shift${first / aliasesOfRole + 1}`, {
      stage,
      aliases,
      alarms,
    });
    for (const alias of aliases.slice(first, first + aliasesOfRole)) {
      new LambdaDeploymentGroup(alias, 'Shift', {
        application,
        alias,
        deploymentConfig,
        alarms,
        // The construct would add a managed policy, which lets CodeDeploy change every function.
        role: role.withoutPolicyUpdates(),
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
      if (stage.shift === 'off' || unshifted.has(alias.lambda.node.id)) moveByCloudFormation(alias);
    }
  }
}

/**
 * The functions that `-c unshifted=payments.confirm,…` names; `scripts/deploy/moved-aliases.ts`
 * finds them. A name may be that of a function that this version does not have any more.
 */
function unshiftedFunctions({ node }: Construct): ReadonlySet<string> {
  const given: unknown = node.tryGetContext('unshifted');
  return new Set(typeof given === 'string' ? given.split(',') : []);
}

interface ShiftRoleProps {
  readonly stage: Stage;
  readonly aliases: readonly Alias[];
  readonly alarms: readonly IAlarm[];
}

/**
 * A role with which CodeDeploy moves aliases. It may move all aliases of the stack: an alias that
 * gets another role by a change of the list is then moved with rights that the role had before.
 */
function shiftRole(scope: Construct, id: string, { stage, aliases, alarms }: ShiftRoleProps): Role {
  const functions = aliases.map(({ lambda }) => lambda.functionArn);
  return new Role(scope, id, {
    // CodeDeploy may take it for deployments of this account only:
    // https://docs.aws.amazon.com/codedeploy/latest/userguide/security_confused_deputy.html
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
    description: 'Lets CodeDeploy move the aliases of this stack to a new version, and back.',
    inlinePolicies: {
      Exactly: new PolicyDocument({
        statements: [
          allow({ actions: ['lambda:GetAlias', 'lambda:UpdateAlias'], resources: functions }),
          ...(stage.keepWarm > 0
            ? [
                allow({
                  actions: ['lambda:GetProvisionedConcurrencyConfig'],
                  resources: functions.map((arn) => `${arn}:${liveAlias}`),
                }),
              ]
            : []),
          allow({
            actions: ['cloudwatch:DescribeAlarms'],
            resources: alarms.map(({ alarmArn }) => alarmArn),
          }),
        ],
      }),
    },
  });
}

/**
 * An alias with this policy is moved by CodeDeploy, and without it by CloudFormation:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-updatepolicy.html#cfn-attributes-updatepolicy-codedeploylambdaaliasupdate
 */
function moveByCloudFormation(alias: Alias): void {
  delete cfnAlias(alias).cfnOptions.updatePolicy;
}
