import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { Stage } from '../stage.ts';

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
];

/**
 * Changes of the roles that open cards in the vault, of the code of their functions, and uses of
 * these roles for other functions, as CloudTrail records them. Deployments are left out: their
 * changes are made with CloudFormation's role.
 *
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-service-event-cloudtrail.html
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function vaultRoleChanges({ name }: Pick<Stage, 'name'>): EventPattern {
  const ours = `turnout-${name}-vault-`;
  return {
    source: ['aws.iam', 'aws.lambda'],
    detailType: ['AWS API Call via CloudTrail'],
    detail: {
      eventName: [...changesOfRoles, ...changesOfFunctions.map((prefix) => ({ prefix }))],
      $or: [
        { requestParameters: { roleName: [{ prefix: ours }] } },
        // A name or an ARN, as the caller stated it.
        { requestParameters: { functionName: [{ wildcard: `*${ours}*` }] } },
        { requestParameters: { role: [{ wildcard: `*:role/${ours}*` }] } },
      ],
      userIdentity: {
        sessionContext: {
          sessionIssuer: {
            arn: [
              { 'anything-but': { wildcard: '*:role/cdk-*-cfn-exec-role-*' } },
              // People with keys of their own, and the root user, have no session.
              { exists: false },
            ],
          },
        },
      },
    },
  };
}
