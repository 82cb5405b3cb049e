import type { Stack } from 'aws-cdk-lib';
import {
  AccountPrincipal,
  AccountRootPrincipal,
  AnyPrincipal,
  Effect,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IndexName } from '#platform/table/port.ts';
import type { VaultTableName } from '#vault/http/vault-operation.ts';
import type { Stage } from '../settings/stage.ts';
import type { VaultAccessRole } from '../vault/vault-roles.ts';
import { EncryptedTable, type TableResource } from './encrypted-table.ts';
import { NoBackupTable } from './no-backup-table.ts';
import { physicalName } from './physical-name.ts';

export type VaultTableResources = Readonly<Record<VaultTableName, TableResource>>;

/** Each of the vault's tables: its indexes, and whether deleted items can be recovered. */
const tableProps: Readonly<
  Record<VaultTableName, { readonly indexes: readonly IndexName[]; readonly recoverable: boolean }>
> = {
  cards: { indexes: ['by-list', 'by-due'], recoverable: true },
  // A card verification code may not outlive its authorization, in no copy (PCI DSS v4.0.1,
  // 3.3.1.2), so this table has no recovery.
  codes: { indexes: ['by-list', 'by-due'], recoverable: false },
  keys: { indexes: [], recoverable: true },
  credentials: { indexes: ['by-list'], recoverable: true },
  audit: { indexes: ['by-list'], recoverable: true },
};

/** Every action that reads, writes or copies items of a table. */
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

/** Actions that create lasting copies. */
const copyActions = ['CreateBackup', 'RestoreTableToPointInTime', 'UpdateContinuousBackups'];

/**
 * The actions of DynamoDB's service-linked role for replication in each replica of a table. Where a
 * policy denies it these for 20 hours, the replica becomes a table of its own for good.
 *
 * @see https://docs.aws.amazon.com/aws-managed-policy/latest/reference/DynamoDBReplicationServiceRolePolicy.html
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables-security.html
 */
const replicationActions = new Set(['DeleteItem', 'GetItem', 'PutItem', 'Scan', 'UpdateItem']);

/** Only DynamoDB itself can take this role. AWS owns its policy; no principal can change it. */
const replicationRole =
  'aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

/** The vault's own tables. The policy of each denies every role that it does not name. */
export function vaultTables(
  stack: Stack,
  stage: Stage,
  key: IKey,
  roles: readonly VaultAccessRole[],
): VaultTableResources {
  const isShared = roles.some(({ accounts }) => accounts !== undefined);
  const made = (id: string, name: VaultTableName) => {
    const { indexes, recoverable } = tableProps[name];
    const policy = tablePolicy(stack, stage, roles, name);
    const TableOfKind = recoverable ? EncryptedTable : NoBackupTable;
    const tableName = isShared ? vaultTableName(stage, name) : undefined;
    return new TableOfKind(stack, id, { stage, key, indexes, policy, tableName });
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
 * Denies every role that is not listed, administrators included, whatever else they were granted.
 * It also denies all roles the actions that no listed role has. It spares DynamoDB's own role for
 * replication where the table may get replicas in other Regions. The account still runs the table:
 * it may describe, back up and delete it. A new way in needs a change of this policy, which
 * CloudTrail shows.
 */
function tablePolicy(
  stack: Stack,
  stage: Stage,
  roles: readonly VaultAccessRole[],
  name: VaultTableName,
): PolicyDocument {
  const { recoverable } = tableProps[name];
  const listed = roles.filter(({ access }) => actionsOn(access, name).size > 0);
  const used = new Set(listed.flatMap(({ access }) => [...actionsOn(access, name)]));
  const isUsed = (action: string) => used.has(action);
  const isPattern = listed.some(hasPattern);
  const deny = (
    actions: readonly string[],
    spared: readonly string[],
    within: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
  ) =>
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: actions.map((action) => `dynamodb:${action}`),
      // In a table's own policy this means the table and its indexes. Their names are unknown
      // before the table exists.
      resources: ['*'],
      ...(spared.length > 0 && {
        conditions: {
          [isPattern ? 'ArnNotLike' : 'StringNotEquals']: { 'aws:PrincipalArn': [...spared] },
          ...within,
        },
      }),
    });
  const all = recoverable ? dataActions : [...dataActions, ...copyActions];
  // Codes are in a table of a kind that never gets replicas: see `no-backup-table.ts`.
  const replicators = recoverable ? [roleArn(stack, replicationRole)] : [];
  const isReplicated = (action: string) => recoverable && replicationActions.has(action);
  const unusedActions = all.filter((action) => !isUsed(action));
  const statements = [
    { actions: unusedActions.filter((action) => !isReplicated(action)), spared: [] },
    { actions: unusedActions.filter(isReplicated), spared: replicators },
    {
      actions: dataActions.filter(isUsed),
      spared: [...listed.map((role) => arnOfRole(stack, role)), ...replicators],
    },
  ];
  // A pattern spares the names in every account. In the vault's own account they are no cell's.
  const own = [
    ...listed
      .filter(({ accounts }) => accounts === undefined)
      .map((role) => arnOfRole(stack, role)),
    ...replicators,
  ];
  const ofOwnAccount = { StringEquals: { 'aws:PrincipalAccount': stack.account } };
  return new PolicyDocument({
    statements: [
      ...statements
        .filter(({ actions }) => actions.length > 0)
        .map(({ actions, spared }) => deny(actions, spared)),
      ...(isPattern ? [deny(dataActions.filter(isUsed), own, ofOwnAccount)] : []),
      ...allowedAcrossAccounts(stack, vaultTableName(stage, name), listed, name),
    ],
  });
}

/**
 * Roles of another account need a statement here beside their own policy, for exactly their
 * actions. Roles with the same actions share one: a policy has 20 KB at most.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-cross-account-access.html
 */
function allowedAcrossAccounts(
  stack: Stack,
  tableName: string,
  roles: readonly VaultAccessRole[],
  name: VaultTableName,
): PolicyStatement[] {
  const table = tableArn(stack, tableName);
  const others = roles.filter(({ accounts }) => accounts !== undefined);
  const alike = Map.groupBy(others, ({ access }) =>
    JSON.stringify([[...actionsOn(access, name)].sort(), indexesOf(access, name)]),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const indexes = indexesOf(first.access, name);
    return [
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: accountsOf(group),
        actions: [...actionsOn(first.access, name)].sort().map((action) => `dynamodb:${action}`),
        resources: [table, ...indexes.map((index) => `${table}/index/${index}`)],
        conditions: namedRoles(stack, group),
      }),
    ];
  });
}

const indexesOf = ({ indexes = [] }: VaultAccessRole['access'], name: VaultTableName) =>
  indexes.flatMap(({ table, index }) => (table === name ? [index] : []));

/** The name of a table of the vault that another account has to know. */
export const vaultTableName = (stage: Pick<Stage, 'name'>, name: VaultTableName): string =>
  physicalName(stage, `vault-${name}`);

/** The ARN of a table by its name, in the stack's account or another one. */
export const tableArn = (
  { partition, region, account: own }: Stack,
  tableName: string,
  account: string = own,
): string => `arn:${partition}:dynamodb:${region}:${account}:table/${tableName}`;

/** The actions of a role on a table, its indexes included. */
function actionsOn({ tables, indexes = [] }: VaultAccessRole['access'], name: VaultTableName) {
  const queried = indexes.some(({ table }) => table === name);
  return new Set<string>([...(tables?.[name] ?? []), ...(queried ? ['Query'] : [])]);
}

/** The accounts of these roles, as principals; the vault's own where they state none. */
export const accountsOf = (roles: readonly VaultAccessRole[]): AccountPrincipal[] => {
  const [first] = roles;
  return first?.accounts
    ? first.accounts.map((account) => new AccountPrincipal(account))
    : [new AccountRootPrincipal()];
};

/**
 * The condition that a principal is one of these roles, beside principals that name their accounts.
 * A role that several accounts have is named once, by a pattern for the account alone: `ArnLike`
 * compares each part between colons by itself. Policies would be too large with each role of each cell.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
export const namedRoles = (
  stack: Stack,
  roles: readonly VaultAccessRole[],
): Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> => ({
  [roles.some(hasPattern) ? 'ArnLike' : 'StringEquals']: {
    'aws:PrincipalArn': roles.map((role) => arnOfRole(stack, role)),
  },
});

const hasPattern = ({ accounts = [] }: VaultAccessRole) => accounts.length > 1;

/** The ARN of a role by its name, in its own account. The role may not exist yet. */
const arnOfRole = (stack: Stack, role: VaultAccessRole): string =>
  roleArn(stack, role.roleName, hasPattern(role) ? '*' : role.accounts?.[0]);

const roleArn = (
  { account: own, partition }: Stack,
  roleName: string,
  account: string = own,
): string => `arn:${partition}:iam::${account}:role/${roleName}`;
