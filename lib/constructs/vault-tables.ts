import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IndexName } from '../../shared/table/port.ts';
import type { VaultTableName } from '../../shared/vault/http/vault-operation.ts';
import type { Stage } from '../stage.ts';
import type { VaultAccessRole } from '../vault-roles.ts';
import { EncryptedTable, type TableResource } from './encrypted-table.ts';
import { NoBackupTable } from './no-backup-table.ts';

export type VaultTableResources = Readonly<Record<VaultTableName, TableResource>>;

/** Each of the vault's tables: how it is found in, and whether what is gone from it can come back. */
const tableProps: Readonly<
  Record<VaultTableName, { readonly indexes: readonly IndexName[]; readonly recoverable: boolean }>
> = {
  cards: { indexes: ['by-list', 'by-due'], recoverable: true },
  // A service code may not outlive its authorization, in no copy: nothing here can be brought back.
  codes: { indexes: ['by-list', 'by-due'], recoverable: false },
  keys: { indexes: [], recoverable: true },
  credentials: { indexes: ['by-list'], recoverable: true },
  audit: { indexes: ['by-list'], recoverable: true },
};

/** Everything by which items of a table can be read, written or copied. */
const dataActions = [
  'BatchGetItem',
  'BatchWriteItem',
  'ConditionCheckItem',
  'DeleteItem',
  'EnableKinesisStreamingDestination',
  'ExportTableToPointInTime',
  'GetItem',
  'PartiQLDelete',
  'PartiQLInsert',
  'PartiQLSelect',
  'PartiQLUpdate',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
];

/** What makes copies that are kept. */
const copyActions = ['CreateBackup', 'RestoreTableToPointInTime', 'UpdateContinuousBackups'];

/** The vault's own tables, each with a policy that shuts out everybody who is not in its list. */
export function vaultTables(
  stack: Stack,
  stage: Stage,
  key: IKey,
  roles: readonly VaultAccessRole[],
): VaultTableResources {
  const made = (id: string, name: VaultTableName) => {
    const { indexes, recoverable } = tableProps[name];
    const policy = tablePolicy(stack, roles, name, recoverable);
    const TableOfKind = recoverable ? EncryptedTable : NoBackupTable;
    return new TableOfKind(stack, id, { stage, key, indexes, policy });
  };
  return {
    cards: made('Cards', 'cards'),
    codes: made('Codes', 'codes'),
    keys: made('Keys', 'keys'),
    credentials: made('Credentials', 'credentials'),
    audit: made('Audit', 'audit'),
  };
}

/**
 * Whoever is not in the list is refused, administrators too, whatever else they were granted; and
 * what nobody in the list was granted is refused to all. How the table is run stays the account's:
 * it may be described, backed up and deleted. A way in is a change of this policy, which is seen.
 */
function tablePolicy(
  stack: Stack,
  roles: readonly VaultAccessRole[],
  name: VaultTableName,
  recoverable: boolean,
): PolicyDocument {
  const listed = roles.filter(({ access }) => actionsOn(access, name).size > 0);
  const used = new Set(listed.flatMap(({ access }) => [...actionsOn(access, name)]));
  const isUsed = (action: string) => used.has(action);
  const deny = (actions: readonly string[], spared: readonly string[]) =>
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: actions.map((action) => `dynamodb:${action}`),
      // Of a table's own policy: the table and its indexes, whose names are not known before it is made.
      resources: ['*'],
      ...(spared.length > 0 && {
        conditions: { StringNotEquals: { 'aws:PrincipalArn': [...spared] } },
      }),
    });
  const all = recoverable ? dataActions : [...dataActions, ...copyActions];
  const byNobody = all.filter((action) => !isUsed(action));
  return new PolicyDocument({
    statements: [
      deny(byNobody, []),
      ...(used.size > 0
        ? [
            deny(
              dataActions.filter(isUsed),
              listed.map(({ roleName }) => roleArn(stack, roleName)),
            ),
          ]
        : []),
    ],
  });
}

/** What a role does with a table, its indexes included. */
function actionsOn({ tables, indexes = [] }: VaultAccessRole['access'], name: VaultTableName) {
  const queried = indexes.some(({ table }) => table === name);
  return new Set<string>([...(tables?.[name] ?? []), ...(queried ? ['Query'] : [])]);
}

/** The ARN of a role by its name, which may not have been made yet. */
export const roleArn = ({ account, partition }: Stack, roleName: string) =>
  `arn:${partition}:iam::${account}:role/${roleName}`;
