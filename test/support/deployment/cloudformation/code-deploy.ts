import { listOf, objectOf, optionalString } from '../../../../local/assembly/json.ts';
import { type Account, Refused, type StackResource, type Thing } from './account.ts';

/** The names in an alias's update policy. */
interface Shift {
  readonly applicationName: string;
  readonly deploymentGroupName: string;
}

/** CodeDeploy asks Lambda about each alias that it shifts, and is throttled by its role. */
const mostAtOnce = 4;

/** The aliases that each role shifts at the same time, by role and the time at which they begin. */
export type Shifts = Map<string, number>;

/**
 * Shifts an alias to another version as CodeDeploy does when CloudFormation asks it:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatepolicy.html#cfn-attributes-updatepolicy-codedeploylambdaaliasupdate
 *
 * CloudFormation names the version that it deployed last as the current one. CodeDeploy refuses when
 * the alias leads to another one (https://github.com/aws/serverless-application-model/issues/291),
 * and while an alarm of the group is on. Throws then; the alias stays as it was.
 *
 * @param start when the shift begins: the number of shifts that it waits for, one after another
 */
export function shift(
  account: Account,
  before: StackResource,
  { applicationName, deploymentGroupName }: Shift,
  { start, shifts }: { readonly start: number; readonly shifts: Shifts },
): void {
  const group = [...account.things].find(
    ({ type, name, properties }) =>
      type === 'AWS::CodeDeploy::DeploymentGroup' &&
      name === deploymentGroupName &&
      properties.ApplicationName === applicationName,
  );
  if (!group) throw new Refused(`There is no deployment group ${deploymentGroupName}.`);

  const live = liveVersion(before.thing);
  const told = optionalString(before.properties.FunctionVersion);
  if (live !== told) {
    throw new Refused(
      `INVALID_LAMBDA_CONFIGURATION: ${before.thing.logicalId} leads to version ${live}, not to ${told}.`,
    );
  }
  const alarm = alarmsOf(group).find((name) => account.alarmsOn.has(name));
  if (alarm !== undefined) throw new Refused(`ALARM_ACTIVE: ${alarm} is on.`);

  const at = `${optionalString(group.properties.ServiceRoleArn)} ${start}`;
  const atOnce = (shifts.get(at) ?? 0) + 1;
  shifts.set(at, atOnce);
  if (atOnce > mostAtOnce) {
    throw new Refused(`THROTTLED: a role shifts more than ${mostAtOnce} aliases at once.`);
  }
}

/** The alarms that stop a group's shifts. */
function alarmsOf({ properties }: Thing): readonly string[] {
  const { Enabled, Alarms } = objectOf(properties.AlarmConfiguration, 'AlarmConfiguration');
  if (Enabled === false) return [];
  return listOf(Alarms).map((one) => optionalString(objectOf(one, 'An alarm').Name) ?? '');
}

export const liveVersion = ({ properties }: Thing) => optionalString(properties.FunctionVersion);

/** Leads an alias to another version by Lambda alone, as `npx turnout rollback` does. */
export function moveAlias(alias: Thing, version: string): void {
  alias.properties = { ...alias.properties, FunctionVersion: version };
}
