import type { Deployment } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import { type Json, listOf, objectOf, stringOf, stringsOf } from '../assembly/json.ts';
import type { Log } from '../log.ts';
import { ownMember } from '../own-member.ts';
import { type Condition, parsePolicy, type Statement } from './policy.ts';

/** One permission of one function on one resource, as its role's policies grant it. */
export interface Grant {
  readonly stackName: string;
  readonly functionLogicalId: string;
  /** The function's name in the log. */
  readonly displayName: string;
  /** The action as the policy spells it: `dynamodb:PutItem`, or `kms:GenerateDataKey*`. */
  readonly action: string;
  readonly resource: string;
  /** Whether any call so far needed it. */
  readonly used: boolean;
}

/** A grant with its conditions. */
export interface RoleGrant extends Grant {
  readonly conditions: readonly Condition[];
}

/** A caller of AWS under a role: a function, or a person's command. */
export type Caller = Pick<LocalFunction, 'stackName' | 'logicalId' | 'displayName' | 'name'>;

/** A role, with all statements of its policies. */
export interface Role {
  readonly arn: string;
  readonly name: string;
  readonly grants: readonly RoleGrant[];
  readonly denials: readonly Statement[];
  /** Its policies as they are deployed. */
  readonly documents: readonly Json[];
}

/** Collects the policies of each function's role. */
export function functionRoles(
  deployment: Deployment,
  functions: readonly LocalFunction[],
  log: Log,
): ReadonlyMap<LocalFunction, Role> {
  const policies = documentsByRole(deployment, log);
  return new Map(
    functions.map((target) => {
      const name = target.roleArn.split('/').at(-1) ?? '';
      const documents = policies.get(name);
      if (!documents) throw new Error(`The role of ${target.logicalId} is not in the assembly.`);
      return [target, { arn: target.roleArn, name, ...split(documents, target) }];
    }),
  );
}

/** Roles that people may assume: those whose trust policy admits an account. */
export function rolesOfPeople(deployment: Deployment, log: Log): ReadonlyMap<Caller, Role> {
  const policies = documentsByRole(deployment, log);
  return new Map(
    deployment.ofType('AWS::IAM::Role').flatMap((role): [Caller, Role][] => {
      const { stackName, logicalId } = role;
      const trusted = JSON.stringify(role.property('AssumeRolePolicyDocument') ?? {});
      if (!trusted.includes('"AWS"')) return [];
      const name = role.reference();
      const caller = { stackName, logicalId, displayName: logicalId, name: 'a-person' };
      const arn = stringOf(role.attribute('Arn'), 'Arn');
      return [[caller, { arn, name, ...split(policies.get(name) ?? [], caller) }]];
    }),
  );
}

/** Statements of every role of the assembly, by the role's name. */
export function policiesByRole(
  deployment: Deployment,
  log: Log,
): ReadonlyMap<string, readonly Statement[]> {
  const byRole = documentsByRole(deployment, log);
  return new Map([...byRole].map(([role, documents]) => [role, statementsOf(documents)]));
}

/** A policy of a role, and where it is in the assembly. */
interface RolePolicy {
  readonly document: Json | undefined;
  readonly where: string;
}

const statementsOf = (policies: readonly RolePolicy[]) =>
  policies.flatMap(({ document, where }) => parsePolicy(document, where));

function documentsByRole(
  deployment: Deployment,
  log: Log,
): ReadonlyMap<string, readonly RolePolicy[]> {
  const managed = new Map(
    deployment.ofType('AWS::IAM::ManagedPolicy').map((policy) => [policy.reference(), policy]),
  );
  const byRole = new Map<string, readonly RolePolicy[]>();
  const attach = (role: string, document: Json | undefined, where: string) =>
    byRole.set(role, [...(byRole.get(role) ?? []), { document, where }]);

  for (const role of deployment.ofType('AWS::IAM::Role')) {
    const name = role.reference();
    byRole.set(name, []);
    if (role.property('PermissionsBoundary') !== undefined) {
      throw new Error(`${role.logicalId}: permissions boundaries are not supported.`);
    }
    for (const inline of listOf(role.property('Policies'))) {
      const { PolicyDocument } = objectOf(inline, 'A policy');
      attach(name, PolicyDocument, role.logicalId);
    }
    for (const arn of stringsOf(role.property('ManagedPolicyArns'))) {
      const policy = managed.get(arn);
      const document = policy?.property('PolicyDocument') ?? ownMember(awsManaged, arn);
      if (document) attach(name, document, policy?.logicalId ?? arn);
      else {
        const message = `${role.logicalId}: policy ${arn} is not known here and allows nothing.`;
        log({ level: 'warn', source: 'iam', message });
      }
    }
  }
  for (const policy of deployment.ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy')) {
    for (const name of stringsOf(policy.property('Roles'))) {
      attach(name, policy.property('PolicyDocument'), policy.logicalId);
    }
  }
  return byRole;
}

function split(policies: readonly RolePolicy[], { stackName, logicalId, displayName }: Caller) {
  const statements = statementsOf(policies);
  const allowing = statements.filter(({ effect }) => effect === 'Allow');
  const grants = allowing.flatMap((statement): RoleGrant[] => {
    if (statement.notActions.length > 0 || statement.notResources.length > 0) {
      throw new Error(`${logicalId}: its role allows by NotAction or NotResource.`);
    }
    return statement.actions.flatMap((action) =>
      statement.resources.map((resource) => ({
        stackName,
        functionLogicalId: logicalId,
        displayName,
        action,
        resource,
        conditions: statement.conditions,
        // Tracing is not checked: nothing on a laptop shows whether it was needed.
        used: action.startsWith('xray:'),
      })),
    );
  });
  return {
    grants,
    denials: statements.filter(({ effect }) => effect === 'Deny'),
    documents: policies.flatMap(({ document }) => (document === undefined ? [] : [document])),
  };
}

const basicExecution = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
const tracing = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const allowAnywhere = (actions: readonly string[]) => ({
  Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }],
});

/** The AWS managed policies that the CDK attaches. */
const awsManaged: Record<string, ReturnType<typeof allowAnywhere> | undefined> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': allowAnywhere(basicExecution),
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess': allowAnywhere(tracing),
};
