import type { Deployment } from '../../../local/assembly/deployment.ts';
import { type Json, listOf, stringsOf } from '../../../local/assembly/json.ts';
import { type AccessRequest, concerns, parsePolicy } from '../../../local/iam/policy.ts';

/** A service of AWS that acts by itself, without a role: it needs to be named in a thing's own policy. */
export interface ServiceRequest extends AccessRequest {
  readonly service: string;
}

/** Whether the policies of a thing let a service of this account do something to it. */
export function permitsService(policies: readonly Json[], request: ServiceRequest): boolean {
  const spoken = policies
    .flatMap((policy) => parsePolicy(policy, request.resource))
    .filter((statement) => concerns(statement, request));
  const isDenied = spoken.some(({ effect }) => effect === 'Deny');
  const isAllowed = spoken.some(
    ({ effect, principals }) =>
      effect === 'Allow' &&
      principals.some(({ kind, id }) => kind === 'Service' && id === request.service),
  );
  return isAllowed && !isDenied;
}

/** The policies that the assembly gives a topic. */
export const topicPolicies = (deployment: Deployment, topicArn: string): readonly Json[] =>
  deployment
    .ofType('AWS::SNS::TopicPolicy')
    .filter((policy) => stringsOf(policy.property('Topics')).includes(topicArn))
    .flatMap((policy) => listOf(policy.property('PolicyDocument')));
