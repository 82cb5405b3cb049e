import { readAssembly } from '../../../local/assembly/assembly.ts';
import { type Deployment, resolveDeployment } from '../../../local/assembly/deployment.ts';
import { functionsOf, type LocalFunction } from '../../../local/assembly/functions.ts';
import { localNames } from '../../../local/assembly/physical-names.ts';
import { type Access, accessControl } from '../../../local/iam/access.ts';
import {
  type Caller,
  functionRoles,
  type Role,
  rolesOfPeople,
} from '../../../local/iam/function-roles.ts';
import { resourcePolicies } from '../../../local/iam/resource-policies.ts';
import { bucketsOf } from '../../../local/services/buckets.ts';
import { keysOf, type LocalKey } from '../../../local/services/keys.ts';
import { queuesOf } from '../../../local/services/queues.ts';
import { secretsOf } from '../../../local/services/secrets.ts';
import { type LocalTable, tablesOf } from '../../../local/services/tables.ts';
import { type StageName, synthesizedIn } from './synthesized-app.ts';

/** The rights in a stage, decided by the code that decides them on a laptop. */
export interface AssemblyAccess {
  readonly deployment: Deployment;
  /** Every function with its role, and beside them a person who was granted everything. */
  readonly callers: readonly LocalFunction[];
  readonly administrator: Caller;
  /** DynamoDB's service-linked role for replicas of tables, and a role that only has its name. */
  readonly replication: Caller;
  readonly namesake: Caller;
  /** Roles that people may take. */
  readonly people: readonly Caller[];
  readonly tables: readonly LocalTable[];
  readonly keys: readonly LocalKey[];
  readonly access: Access;
}

const region = 'eu-west-1';

/** Reads a stage as it would be deployed: each role, and each policy of a table, a queue, a key. */
export function assemblyAccess(
  stage: StageName,
  context: Readonly<Record<string, unknown>> = {},
): AssemblyAccess {
  return synthesizedIn(stage, context, (directory) => {
    const names = localNames(region, {
      queueHost: 'http://127.0.0.1:1',
      apiUrl: ({ logicalId }) => `https://${logicalId.toLowerCase()}.example`,
    });
    const deployment = resolveDeployment(readAssembly(directory), region, names);
    const functions = functionsOf(deployment, () => directory);
    const roles = functionRoles(deployment, functions, () => undefined);
    const people = rolesOfPeople(deployment, () => undefined);
    const [administrator, replication, namesake] = ['Administrator', 'Replication', 'Namesake'].map(
      (logicalId): Caller => ({
        stackName: '',
        logicalId,
        displayName: logicalId.toLowerCase(),
        name: logicalId.toLowerCase(),
      }),
    );
    if (!administrator || !replication || !namesake) throw new Error('A caller is missing.');
    const tables = tablesOf(deployment);
    const keys = keysOf(deployment);
    const things = {
      tables,
      keys,
      queues: queuesOf(deployment),
      secrets: secretsOf(deployment),
      buckets: bucketsOf(deployment),
    };
    return {
      deployment,
      callers: functions,
      administrator,
      replication,
      namesake,
      people: [...people.keys()],
      tables,
      keys,
      access: accessControl(
        deployment,
        roles,
        resourcePolicies(things),
        new Map([
          ...people,
          // As `AdministratorAccess` has it: every action on everything.
          [administrator, roleOf('administrator', ['*'])],
          [replication, roleOf(replicationRole, replicationActions)],
          [namesake, roleOf(replicationRole.replace(/.*\//, ''), ['*'])],
        ]),
      ),
    };
  });
}

const replicationRole =
  'aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

/**
 * The grants of AWS's policy of the role on tables, in its version 8.
 *
 * @see https://docs.aws.amazon.com/aws-managed-policy/latest/reference/DynamoDBReplicationServiceRolePolicy.html
 */
export const replicationActions = [
  ...['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'DescribeTable', 'UpdateTable', 'Scan'],
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'DescribeTimeToLive'],
  ...['UpdateTimeToLive', 'DescribeLimits', 'GetResourcePolicy'],
].map((action) => `dynamodb:${action}`);

/** A role of that path and name, which may do these actions with everything. */
const roleOf = (path: string, actions: readonly string[]): Role => ({
  arn: `arn:aws:iam::000000000000:role/${path}`,
  name: path.replace(/.*\//, ''),
  grants: actions.map((action) => ({
    stackName: 'another',
    functionLogicalId: path,
    displayName: path,
    action,
    resource: '*',
    conditions: [],
    used: false,
  })),
  denials: [],
  documents: [{ Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }] }],
});
