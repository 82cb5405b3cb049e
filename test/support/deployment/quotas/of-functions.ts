import * as v from 'valibot';
import { requiredConcurrency } from '../../../../lib/settings/sizing.ts';
import type { Resource } from '../synthesized-app.ts';
import {
  bytes,
  docs,
  each,
  type Figure,
  inAll,
  listAt,
  type MeasuredAssembly,
  type Quotas,
  sumsBy,
} from './measured-assembly.ts';

const iam = `${docs}/IAM/latest/UserGuide/reference_iam-quotas.html`;
const lambda = `${docs}/lambda/latest/dg/gettingstarted-limits.html`;
const filtering = `${docs}/lambda/latest/dg/invocation-eventfiltering.html`;
const codeDeploy = `${docs}/codedeploy/latest/userguide/limits.html`;

/** Limits of functions, of their roles, and of the resources that shift and start them. */
export const quotasOfFunctions: Quotas = {
  'bytes of the environment of a function': {
    limit: 4_096,
    source: lambda,
    figures: each('AWS::Lambda::Function', ({ Environment }) => bytes(Environment)),
  },
  'bytes of the policy of a function or an alias, of all its permissions together': {
    limit: 20_480,
    source: lambda,
    figures: sumsBy('AWS::Lambda::Permission', 'FunctionName', statementBytes),
  },
  'layers of a function': {
    limit: 5,
    source: lambda,
    figures: each('AWS::Lambda::Function', ({ Layers }) => listAt(Layers).length),
  },
  'functions that run at once, with callers’ share': {
    limit: 1_000,
    source: lambda,
    figures: () => [['the account', requiredConcurrency]],
  },
  'readers of a stream': {
    limit: 2,
    source: `${docs}/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-dynamodb-streams`,
    mayBeFull: 'Decision 22: two readers, and a third task joins one of them.',
    figures: sumsBy('AWS::Lambda::EventSourceMapping', 'EventSourceArn'),
  },
  'filters of an event source': {
    limit: 5,
    source: filtering,
    figures: each(
      'AWS::Lambda::EventSourceMapping',
      ({ FilterCriteria }) => listAt(FilterCriteria, 'Filters').length,
    ),
  },
  'bytes of a filter of an event source': {
    limit: 4_096,
    source: filtering,
    figures: each('AWS::Lambda::EventSourceMapping', ({ FilterCriteria }) =>
      Math.max(0, ...listAt(FilterCriteria, 'Filters').map(bytes)),
    ),
  },
  'deployment groups of a CodeDeploy application': {
    limit: 1_000,
    source: codeDeploy,
    figures: sumsBy('AWS::CodeDeploy::DeploymentGroup', 'ApplicationName'),
  },
  'alarms of a deployment group': {
    limit: 10,
    source: codeDeploy,
    figures: each(
      'AWS::CodeDeploy::DeploymentGroup',
      ({ AlarmConfiguration }) => listAt(AlarmConfiguration, 'Alarms').length,
    ),
  },
  'roles of an account': { limit: 1_000, source: iam, figures: inAll('AWS::IAM::Role') },
  'bytes of the inline policies of a role': {
    limit: 10_240,
    source: iam,
    figures: inlinePolicies,
  },
  'managed policies of a role': {
    limit: 10,
    source: iam,
    figures: each('AWS::IAM::Role', ({ ManagedPolicyArns }) => listAt(ManagedPolicyArns).length),
  },
  'bytes of the trust policy of a role': {
    limit: 2_048,
    source: iam,
    figures: each('AWS::IAM::Role', (role) => bytes(role.AssumeRolePolicyDocument)),
  },
};

/**
 * Bytes of the statement that Lambda makes of a permission. Its id, which CloudFormation makes, has
 * at most 100 characters, and the ARN of an alias at most 170.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_AddPermission.html
 */
function statementBytes({ Action, Principal, SourceArn, SourceAccount }: Resource['written']) {
  return bytes({
    Sid: 'x'.repeat(100),
    Effect: 'Allow',
    Principal: { Service: Principal },
    Action,
    Resource: 'x'.repeat(170),
    Condition: {
      StringEquals: { 'AWS:SourceAccount': SourceAccount },
      ArnLike: { 'AWS:SourceArn': SourceArn },
    },
  });
}

const Policies = v.array(v.object({ PolicyDocument: v.unknown() }));

/** Inline policies of each role: its own and those that any stack attaches to it. */
function inlinePolicies({ app }: MeasuredAssembly): readonly Figure[] {
  const attached = app.resources('AWS::IAM::Policy');
  return app.resources('AWS::IAM::Role').map(({ name, written }) => {
    const own = v.parse(v.optional(Policies, []), written.Policies);
    const beside = attached.filter(({ properties }) => listAt(properties.Roles).includes(name));
    return [
      name,
      [...own, ...beside.map((one) => one.written)].reduce(
        (sum, { PolicyDocument }) => sum + bytes(PolicyDocument),
        0,
      ),
    ];
  });
}
