import { CfnOutput } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { VaultAccessRole } from '../vault/vault-roles.ts';
import type { TableResource } from './encrypted-table.ts';
import { allow } from './switch-function.ts';

interface VaultAuditorProps {
  readonly role: VaultAccessRole;
  /** The audit trail. */
  readonly audit: TableResource;
  /** Where the job that seals the trail writes the newest hash a second time. */
  readonly seals: ILogGroup;
  /**
   * ARNs of the roles and users that may assume the role. When empty, every role and user that
   * signed in with MFA may.
   */
  readonly auditors: readonly string[];
}

/**
 * The role of people who read the audit trail. The table's own policy admits the roles that it
 * names and denies all others, administrators included, so people need a role that it names.
 *
 * The role has no permission on a key: DynamoDB decrypts the table for each role that may read it.
 */
export function vaultAuditorRole(scope: Construct, props: VaultAuditorProps): Role {
  const { role, audit, seals, auditors } = props;
  const made = new Role(scope, 'Auditor', {
    roleName: role.roleName,
    description: 'Reads the audit trail of the vault, for people. No card, no key, no credential.',
    assumedBy: new AccountRootPrincipal().withConditions(
      auditors.length > 0
        ? { ArnLike: { 'aws:PrincipalArn': [...auditors] } }
        : { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
    ),
    inlinePolicies: {
      Exactly: new PolicyDocument({
        statements: [
          {
            actions: ['dynamodb:Query'],
            resources: [audit.tableArn, `${audit.tableArn}/index/by-list`],
          },
          {
            // The vault records each read of the trail in the trail. Seals lie in another
            // partition.
            actions: ['dynamodb:PutItem'],
            resources: [audit.tableArn],
            conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } },
          },
          { actions: ['logs:FilterLogEvents'], resources: [seals.logGroupArn] },
        ].map(allow),
      }),
    },
  });
  new CfnOutput(scope, 'AuditorRole', { value: made.roleArn });
  new CfnOutput(scope, 'AuditTable', { value: audit.tableName });
  new CfnOutput(scope, 'AuditSealsLog', { value: seals.logGroupName });
  return made;
}
