import * as v from 'valibot';
import type { Key, Write } from '#platform/table/port.ts';
import type { Item, Table } from '#platform/table/table.ts';
import type { Actor } from '../audit/audit-trail.ts';
import { ApiKey, apiKeyKey, newApiKeyValue, storedFieldsOf } from '../callers/api-key.ts';
import type { MasterKey } from '../callers/master-key.ts';
import { deploymentTenant } from '../tenant.ts';
import { VaultError } from '../vault-error.ts';

export interface ApiKeys {
  /** Creates a key of a tenant. `value` is the key itself, which is never stored. */
  create(wanted: {
    readonly tenant: string;
    readonly description?: string | undefined;
    readonly actor: Actor;
    readonly now: Date;
  }): Promise<{ readonly key: ApiKey; readonly value: string }>;
  /** Throws `resource_not_found`, also for another tenant's key. */
  get(tenant: string, id: string): Promise<ApiKey>;
  /** All keys of a tenant, the newest first, including revoked ones. */
  list(tenant: string): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key for ever; false when it was revoked before. Throws `resource_not_found`, and
   * `last_active_key` when the tenant would have none left.
   */
  revoke(wanted: {
    readonly tenant: string;
    readonly id: string;
    readonly actor: Actor;
    readonly now: Date;
  }): Promise<boolean>;
  /**
   * Stores this master key unless it is stored. Session tokens and other data that depend on a key
   * only look in the table.
   */
  recordMasterKey(tenant: string, id: string): Promise<void>;
}

/** The number of a tenant's active keys, and the master key that was recorded last. */
const stateKey = (tenant: string): Key => ({ pk: `TENANT#${tenant}#API_KEYS`, sk: 'STATE' });

const State = v.object({
  active: v.optional(v.number(), 0),
  masterKeyId: v.optional(v.string()),
});

/** All keys of a tenant, in the order of their creation. */
const listOf = (tenant: string) => `TENANT#${tenant}#API_KEYS`;

const asItem = (key: ApiKey): Item => ({
  ...apiKeyKey(key.id),
  listPk: listOf(key.tenant),
  listSk: `${key.createdAt}#${key.id}`,
  ...key,
});

/** API keys in the credentials table. The deployment's master key comes from its secret. */
export function apiKeys(table: () => Table, master: MasterKey): ApiKeys {
  const masterOf = async (tenant: string) =>
    tenant === deploymentTenant ? master.read() : undefined;

  async function get(tenant: string, id: string): Promise<ApiKey> {
    const [stored, secret] = await Promise.all([findKey(table(), id), masterOf(tenant)]);
    if (stored?.tenant === tenant) return asOf(stored, secret);
    if (secret?.id === id) return secret;
    throw new VaultError('resource_not_found');
  }

  return {
    get,

    async create({ tenant, description, actor, now }) {
      const value = newApiKeyValue();
      const key: ApiKey = {
        ...storedFieldsOf(value),
        tenant,
        ...(description !== undefined && { description }),
        status: 'active',
        createdAt: now.toISOString(),
      };
      const { refused } = await table().transact([
        { kind: 'put', item: { ...asItem(key), createdBy: actor }, condition: 'absent' },
        { kind: 'update', key: stateKey(tenant), changes: { add: { active: 1 } }, condition: {} },
      ]);
      if (refused.length > 0) throw new Error('Two API keys of the same value.');
      return { key, value };
    },

    async list(tenant) {
      const [entries, secret] = await Promise.all([
        table().query(listOf(tenant), { index: 'by-list' }),
        masterOf(tenant),
      ]);
      const items = await table().batchGet(entries.map(({ pk, sk }) => ({ pk, sk })));
      const stored = items.map((item) => asOf(v.parse(ApiKey, item), secret));
      const isStored = stored.some(({ id }) => id === secret?.id);
      return [...stored, ...(secret && !isStored ? [secret] : [])].sort(newestFirst);
    },

    async revoke({ tenant, id, actor, now }) {
      const secret = await masterOf(tenant);
      if (secret) await saveMaster(table(), secret);
      else await retireMaster(table(), tenant, now);
      const { status } = await get(tenant, id);
      if (status === 'revoked') return false;
      const { refused } = await table().transact([
        revocation(id, now.toISOString(), actor),
        {
          kind: 'update',
          key: stateKey(tenant),
          changes: { add: { active: -1 } },
          condition: { atLeast: { active: 2 } },
        },
      ]);
      // Another request revoked it meanwhile, so this is not about the last key.
      if (refused.some(({ index }) => index === 0)) return false;
      if (refused.length > 0) throw new VaultError('last_active_key');
      return true;
    },

    async recordMasterKey(tenant, id) {
      const secret = await masterOf(tenant);
      if (secret?.id === id) await saveMaster(table(), secret);
    },
  };
}

async function findKey(table: Table, id: string): Promise<ApiKey | undefined> {
  const item = await table.get(apiKeyKey(id));
  return item && v.parse(ApiKey, item);
}

/** Records the master key beside the other keys, and revokes the secret's earlier key. */
async function saveMaster(table: Table, secret: ApiKey): Promise<void> {
  if (await findKey(table, secret.id)) return;
  const { tenant } = secret;
  const state = v.parse(State, (await table.get(stateKey(tenant))) ?? {});
  // Another request recorded the key between the two reads.
  if (state.masterKeyId === secret.id) return;
  const before =
    state.masterKeyId === undefined ? undefined : await findKey(table, state.masterKeyId);
  const replaced = before?.status === 'active' ? before : undefined;
  const writes: Write[] = [
    { kind: 'put', item: asItem(secret), condition: 'absent' },
    {
      kind: 'update',
      key: stateKey(tenant),
      changes: { add: { active: replaced ? 0 : 1 }, set: { masterKeyId: secret.id } },
      // If another request stored another master key meanwhile, the state that was read is out of
      // date.
      condition: state.masterKeyId
        ? { oneOf: { masterKeyId: [state.masterKeyId] } }
        : { absent: ['masterKeyId'] },
    },
  ];
  if (replaced) writes.push(revocation(replaced.id, secret.createdAt, undefined));
  const { refused } = await table.transact(writes);
  // Of several requests that record the key at once, one succeeds.
  if (refused.length > 0 && !(await findKey(table, secret.id)))
    throw new VaultError('service_unavailable');
}

/**
 * Revokes the recorded master key of a deployment that has no such secret any more, so that it does
 * not count as the tenant's last key.
 */
async function retireMaster(table: Table, tenant: string, now: Date): Promise<void> {
  if (tenant !== deploymentTenant) return;
  const { masterKeyId } = v.parse(State, (await table.get(stateKey(tenant))) ?? {});
  if (masterKeyId === undefined) return;
  const stored = await findKey(table, masterKeyId);
  const isActive = stored?.status === 'active';
  // Of several requests that do this at once, one succeeds.
  await table.transact([
    ...(isActive ? [revocation(masterKeyId, now.toISOString(), undefined)] : []),
    {
      kind: 'update',
      key: stateKey(tenant),
      changes: { add: { active: isActive ? -1 : 0 }, remove: ['masterKeyId'] },
      condition: { oneOf: { masterKeyId: [masterKeyId] } },
    },
  ]);
}

const revocation = (id: string, revokedAt: string, revokedBy: Actor | undefined): Write => ({
  kind: 'update',
  key: apiKeyKey(id),
  changes: { set: { status: 'revoked', revokedAt, ...(revokedBy && { revokedBy }) } },
  condition: { oneOf: { status: ['active'] } },
});

/** A master key ends when its secret gets another value, even without being revoked. */
function asOf(kept: ApiKey, secret: ApiKey | undefined): ApiKey {
  const isPast = kept.fromSecret && kept.status === 'active' && kept.id !== secret?.id;
  return isPast ? { ...kept, status: 'revoked', revokedAt: secret?.createdAt } : kept;
}

const newestFirst = (one: ApiKey, other: ApiKey) => {
  const [a, b] = [one, other].map(({ createdAt, id }) => `${createdAt}#${id}`);
  return (a ?? '') < (b ?? '') ? 1 : -1;
};
