import type { Stack } from 'aws-cdk-lib';
import { AccountRootPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { KeyClass } from '#vault/keys/key-provider.ts';
import type { Stage } from '../settings/stage.ts';
import type { VaultRole } from '../vault/vault-roles.ts';
import { forLogGroups, throughServicesOnly } from './key-statements.ts';
import { physicalName } from './physical-name.ts';
import { accountsOf, namedRoles } from './vault-tables.ts';

export type VaultRoots = Readonly<Record<KeyClass, Key>>;

/** The actions on a root, and which part of a role's access gives it that right. */
export const rootUses = [
  { actions: ['kms:GenerateDataKey'], classesOf: ({ access }: VaultRole) => access.makes ?? [] },
  { actions: ['kms:Decrypt'], classesOf: ({ access }: VaultRole) => access.opens ?? [] },
  {
    actions: ['kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    classesOf: ({ rewraps = [] }: VaultRole) => rewraps,
  },
] as const;

/**
 * The account may administer a key. None of these actions uses the key, and only a change of its
 * policy permits a role to use it. `kms:CreateGrant` would admit a role too, so it is missing here.
 */
const administration = [
  'CancelKeyDeletion',
  'CreateAlias',
  'DeleteAlias',
  'DescribeKey',
  'DisableKey',
  'DisableKeyRotation',
  'EnableKey',
  'EnableKeyRotation',
  'GetKeyPolicy',
  'GetKeyRotationStatus',
  'ListGrants',
  'ListKeyPolicies',
  'ListKeyRotations',
  'ListResourceTags',
  'PutKeyPolicy',
  'RevokeGrant',
  'RotateKeyOnDemand',
  'ScheduleKeyDeletion',
  'TagResource',
  'UntagResource',
  'UpdateAlias',
  'UpdateKeyDescription',
].map((action) => `kms:${action}`);

const administered = (...more: readonly string[]) =>
  new PolicyStatement({
    sid: 'AdministeredOnly',
    effect: Effect.ALLOW,
    principals: [new AccountRootPrincipal()],
    actions: [...administration, ...more],
    resources: ['*'],
  });

/**
 * A replica of a root in another Region unwraps the same keys, under a key policy of its own. This
 * action is therefore as strong as `kms:PutKeyPolicy`, which the account has too: CloudTrail shows
 * both.
 *
 * @see https://docs.aws.amazon.com/kms/latest/APIReference/API_ReplicateKey.html
 */
const replication = 'kms:ReplicateKey';

/** A root only wraps keys of a tenant, each bound to its tenant, class and version. */
export const boundToTenant = (keyClass: KeyClass) => ({
  StringEquals: { 'kms:EncryptionContext:class': keyClass },
  StringLike: { 'kms:EncryptionContext:tenant': '*', 'kms:EncryptionContext:version': '*' },
  'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['tenant', 'class', 'version'] },
});

/** The roots that wrap tenants' keys, one for each class, used by the roles it names. */
export function vaultRoots(stack: Stack, stage: Stage, roles: readonly VaultRole[]): VaultRoots {
  const isShared = roles.some(({ accounts }) => accounts !== undefined);
  const made = (id: string, keyClass: KeyClass, what: string) => {
    const key = new Key(stack, id, {
      description: `Turnout ${stage.name}, vault: wraps tenants' keys for ${what}.`,
      enableKeyRotation: true,
      // Cannot be changed later. Keys that are wrapped here can be unwrapped in another Region one
      // day.
      multiRegion: true,
      removalPolicy: stage.removalPolicy,
      policy: new PolicyDocument({
        statements: [administered(replication), ...usedBy(stack, keyClass, roles)],
      }),
    });
    if (isShared) key.addAlias(rootAlias(stage, keyClass));
    return key;
  };
  return {
    pan: made('PanRoot', 'pan', 'card numbers'),
    display: made('DisplayRoot', 'display', 'what may be shown of cards'),
    cvc: made('CvcRoot', 'cvc', 'service codes'),
    fingerprint: made('FingerprintRoot', 'fingerprint', 'fingerprints'),
  };
}

/** The name by which functions of another account call a root: a key's own id is not known before. */
export const rootAlias = (stage: Pick<Stage, 'name'>, keyClass: KeyClass): string =>
  `alias/${physicalName(stage, `vault-${keyClass}`)}`;

/**
 * A role needs both: this statement, and a policy of its own with the same grant. Roles of another
 * account have a statement of their own, whose principal is that account.
 *
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-modifying-external-accounts.html
 */
function usedBy(stack: Stack, keyClass: KeyClass, roles: readonly VaultRole[]) {
  return rootUses.flatMap(({ actions, classesOf }) => {
    const named = roles.filter((role) => classesOf(role).includes(keyClass));
    const groups = Map.groupBy(named, ({ accounts }) => accounts !== undefined);
    const { StringEquals, ...bound } = boundToTenant(keyClass);
    return [...groups.values()].map((group) => {
      const { StringEquals: exactly, ...patterns } = namedRoles(stack, group);
      return new PolicyStatement({
        effect: Effect.ALLOW,
        principals: accountsOf(group),
        actions: [...actions],
        resources: ['*'],
        conditions: { ...bound, ...patterns, StringEquals: { ...StringEquals, ...exactly } },
      });
    });
  });
}

/**
 * Encrypts the vault's tables, logs and secrets at rest. It does not protect card numbers, which
 * the roots do.
 *
 * @param roles those that the vault lets in; of another account, they may use it through DynamoDB
 */
export function vaultStorageKey(stack: Stack, stage: Stage, roles: readonly VaultRole[]): Key {
  const key = new Key(stack, 'Storage', {
    description: `Turnout ${stage.name}, vault: tables, logs, secrets.`,
    enableKeyRotation: true,
    removalPolicy: stage.removalPolicy,
    policy: new PolicyDocument({ statements: [administered()] }),
  });
  key.addToResourcePolicy(throughServicesOnly(stack, ['dynamodb', 'secretsmanager']));
  key.addToResourcePolicy(forLogGroups(stack));
  const others = roles.filter(({ accounts }) => accounts !== undefined);
  const [{ accounts = [] } = {}] = others;
  if (accounts.length > 0) {
    const { StringEquals: exactly, ...patterns } = namedRoles(stack, others);
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: `ThroughTablesFrom${accounts.length === 1 ? accounts.join() : 'Cells'}`,
        effect: Effect.ALLOW,
        principals: accountsOf(others),
        actions: [...tableKeyActions],
        resources: ['*'],
        conditions: { ...patterns, StringEquals: { ...throughTables(stack), ...exactly } },
      }),
    );
  }
  return key;
}

/**
 * The actions on a table's key that DynamoDB does in the name of a role of another account. Both the
 * key's policy and the role's own have to allow them.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/cross-account-integration-considerations.html
 */
export const tableKeyActions: readonly string[] = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

/** Only DynamoDB may use the key in the role's name. */
export const throughTables = ({ region }: Stack) => ({
  'kms:ViaService': `dynamodb.${region}.amazonaws.com`,
});
