import type { VaultAccess } from '#vault/http/vault-operation.ts';
import { accessOfAuth } from '#vault/http/vault-operation.ts';
import { joinedAccess, vaultUses } from '#vault/http/vault-uses.ts';
import type { KeyClass } from '#vault/keys/key-provider.ts';
import { operations, vaultOperations } from '../api/deployed-operations.ts';
import { physicalName } from '../constructs/physical-name.ts';
import type { FunctionKind } from '../settings/function-memory.ts';
import type { Stage } from '../settings/stage.ts';

/** A role that the vault lets in. */
export interface VaultAccessRole {
  /**
   * The role's own name, known before the deployment, so that policies can name it. The function of
   * a role has the same name, for the same reason.
   */
  readonly roleName: string;
  /**
   * The numbers of the accounts that have such a role: one for each cell. Undefined for a role of the
   * vault's own account.
   */
  readonly accounts?: readonly string[] | undefined;
  readonly access: VaultAccess;
  /** Roots under which it may re-wrap tenants' keys, without seeing them. */
  readonly rewraps?: readonly KeyClass[];
}

/** The role of a function. */
export interface VaultRole extends VaultAccessRole {
  /** `vault.store-card`, `vault-jobs.sweep`, `payments.confirm`. */
  readonly functionName: string;
}

/** A scheduled job of the vault. */
export interface VaultJob {
  /** Its file in `functions/vault-jobs`. */
  readonly name: string;
  readonly description: string;
  /** How often it runs, in minutes. */
  readonly everyMinutes: number;
  /** How long a run may last, in seconds. */
  readonly timeoutSeconds: number;
  readonly kind: FunctionKind;
  readonly access: VaultAccess;
  readonly rewraps?: readonly KeyClass[];
  /** Whether it fetches the pages as browsers do. */
  readonly fetchesPages?: boolean;
}

export const vaultJobs: readonly VaultJob[] = [
  {
    name: 'sweep',
    description:
      'Erases expired card verification codes, their keys, and cards that were unused for long.',
    everyMinutes: 1,
    timeoutSeconds: 55,
    kind: 'gathers',
    access: {
      tables: {
        cards: ['GetItem', 'UpdateItem'],
        codes: ['GetItem', 'UpdateItem', 'DeleteItem'],
        audit: ['PutItem'],
      },
      indexes: [
        { table: 'cards', index: 'by-due' },
        { table: 'codes', index: 'by-due' },
      ],
    },
  },
  {
    name: 'seal-audit',
    description: 'Seals the audit trail every minute, so that no record can be changed unnoticed.',
    everyMinutes: 1,
    timeoutSeconds: 55,
    kind: 'gathers',
    access: { tables: { audit: ['PutItem', 'Query'] } },
  },
  {
    name: 'rotate-keys',
    description:
      'Makes new keys for tenants whose keys are too old, and encrypts their cards anew.',
    everyMinutes: 24 * 60,
    // Lambda's longest. The job may have to encrypt all cards of a tenant anew.
    timeoutSeconds: 900,
    kind: 'computesLong',
    access: {
      tables: {
        cards: ['BatchGetItem', 'UpdateItem'],
        keys: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
        audit: ['PutItem'],
      },
      indexes: [{ table: 'cards', index: 'by-list' }],
      makes: ['pan', 'display', 'fingerprint'],
      opens: ['pan', 'display', 'fingerprint'],
    },
    rewraps: ['pan', 'display', 'fingerprint'],
  },
  {
    name: 'check-pages',
    description: 'Compares the pages as browsers receive them with the approved ones.',
    everyMinutes: 60,
    timeoutSeconds: 60,
    kind: 'gathers',
    // It sees only public data.
    access: {},
    fetchesPages: true,
  },
];

/**
 * The functions that the vault lets in: its own, and those of the switch that take payments with
 * saved cards. It also lets in the auditor, and no other role, whatever other stacks grant
 * themselves.
 *
 * @param accounts those of the switch's roles, where they are others than the vault's
 */
export function vaultRoles(
  stage: Pick<Stage, 'name'>,
  accounts?: readonly string[],
): readonly VaultRole[] {
  const named = (functionName: string, name: string, access: VaultAccess) => ({
    functionName,
    roleName: physicalName(stage, `vault-${name}`),
    access,
  });
  return [
    ...vaultOperations.map(({ name, auth, access }) =>
      named(name, name.slice('vault.'.length), joinedAccess(accessOfAuth[auth], access)),
    ),
    ...vaultJobs.map(({ name, access, rewraps = [] }) => ({
      ...named(`vault-jobs.${name}`, `job-${name}`, access),
      rewraps,
    })),
    ...operations.flatMap(({ name, access: { vault = [] } }) =>
      vault.length === 0
        ? []
        : [
            {
              ...named(
                name,
                `for-${name.replace('.', '-')}`,
                joinedAccess(...vault.map((use) => vaultUses[use])),
              ),
              accounts,
            },
          ],
    ),
  ];
}

/** Whether it is the role of a function of the switch, which the vault lets in. */
export const isOfSwitch = ({ functionName }: Pick<VaultRole, 'functionName'>): boolean =>
  !/^vault(-jobs)?\./.test(functionName);

/**
 * The role of people who read the audit trail. It reads nothing else: no card, no key, no
 * credential. It also writes, because each read of the trail is recorded in the trail.
 */
export const vaultAuditor = (stage: Pick<Stage, 'name'>): VaultAccessRole => ({
  roleName: physicalName(stage, 'vault-auditor'),
  access: {
    tables: { audit: ['Query', 'PutItem'] },
    indexes: [{ table: 'audit', index: 'by-list' }],
  },
});
