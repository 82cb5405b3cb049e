import { Aws, type Stack } from 'aws-cdk-lib';
import { vaultEnvironment, vaultGrants } from '../constructs/vault-function.ts';
import { rootAlias, tableKeyActions, throughTables } from '../constructs/vault-roots.ts';
import { tableArn, vaultTableName } from '../constructs/vault-tables.ts';
import type { Stage } from '../settings/stage.ts';
import { isOfSwitch, vaultRoles } from './vault-roles.ts';
import type { VaultUser } from './vault-user.ts';

interface RemoteVault {
  readonly stage: Stage;
  /** A stack of the switch's account, in the Region of both. */
  readonly stack: Stack;
  /** The number of the vault's account. */
  readonly account: string;
  /** Base URL at which browsers find the pages. */
  readonly url: string;
}

/**
 * The functions of the switch that a vault in another account lets in, by name. Their own stacks make
 * their roles, since a function cannot have a role of another account. Everything of the vault is
 * named by convention: CloudFormation resolves no reference between the accounts.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export function remoteVaultUsers(vault: RemoteVault): ReadonlyMap<string, VaultUser> {
  const { stage, stack, account, url } = vault;
  const arnOf = (name: Parameters<typeof vaultTableName>[1]) =>
    tableArn(stack, vaultTableName(stage, name), account);
  // A table of another account is called by its ARN.
  const table = (arn: string) => ({ tableName: arn, tableArn: arn });
  const tables = {
    cards: table(arnOf('cards')),
    codes: table(arnOf('codes')),
    keys: table(arnOf('keys')),
    credentials: table(arnOf('credentials')),
    audit: table(arnOf('audit')),
  };
  const keys = `arn:${Aws.PARTITION}:kms:${Aws.REGION}:${account}`;
  // A policy can name a key by its own id only, which is not known here. The statement's encryption
  // context names the class, and the policy of each root lets in the roles of its class.
  const anyKey = { keyArn: `${keys}:key/*` };
  const root = (keyClass: Parameters<typeof rootAlias>[1]) => ({
    keyArn: `${keys}:${rootAlias(stage, keyClass)}`,
  });
  const granted = { pan: anyKey, display: anyKey, cvc: anyKey, fingerprint: anyKey };
  const called = {
    pan: root('pan'),
    display: root('display'),
    cvc: root('cvc'),
    fingerprint: root('fingerprint'),
  };
  // References stand in cdk-nag's findings by their names.
  const finding = `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:kms:<AWS::Region>:${account}:key/*]`;
  return new Map(
    vaultRoles(stage)
      .filter(isOfSwitch)
      .map((role) => [
        role.functionName,
        {
          functionName: role.roleName,
          environment: {
            ...(role.access.formUrl && { VAULT_URL: url }),
            ...vaultEnvironment(role, { tables, roots: called }),
          },
          grants: [
            ...vaultGrants(role, { tables, roots: granted }),
            {
              actions: tableKeyActions,
              resources: [anyKey.keyArn],
              conditions: { StringEquals: throughTables(stack) },
            },
          ],
          findings: {
            [finding]:
              'The vault’s account gives its keys their ids; the policies of its keys name this role.',
          },
        },
      ]),
  );
}
