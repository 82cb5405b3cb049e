import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { accountKey, organizationKey, publishableKeyKey } from '#platform/table/shared-keys.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import { Organization } from '../organizations/organization.ts';
import { DecisionProgram, type DecisionPurpose } from '../routing-settings/decision-program.ts';
import {
  type Configuration,
  ConnectorAccount,
  MerchantAccount,
  Profile,
} from './merchant-account.ts';
import { SlowReceiver } from './slow-receiver.ts';

export interface ConfigurationStore {
  /** Reads the whole current configuration. Throws `merchant_account_not_found`. */
  read(merchantId: string): Promise<Configuration>;
  /**
   * The configuration with every change that was answered before this call, for one small read: the
   * container's cached copy is returned when the merchant's stamp has not moved since. For
   * everything that moves money or stops fraud. Throws as `read`.
   */
  current(merchantId: string): Promise<Configuration>;
  /**
   * The configuration as `current` was at most `freshMs` ago, for half the price. For decisions
   * that may be that old. Throws as `read`.
   */
  recent(merchantId: string): Promise<Configuration>;
  /**
   * Decides on the `recent` configuration. A refusal is decided once more on the `current` one, so
   * no merchant is refused because of a setting that it has already changed.
   */
  decide<T>(merchantId: string, decision: (configuration: Configuration) => T): Promise<T>;
  /** Finds something in the `recent` configuration, else in the `current` one. Throws as `read`. */
  find<T>(
    merchantId: string,
    among: (configuration: Configuration) => T | undefined,
  ): Promise<T | undefined>;
  /**
   * Moves the merchant's stamp. Every method below that changes a setting does so itself before it
   * returns. This method is for a caller that finds its change already saved, perhaps by a function
   * that crashed before it moved the stamp.
   */
  renew(merchantId: string): Promise<void>;
  /** Reads only the merchant account. Throws as `read`. */
  account(merchantId: string): Promise<MerchantAccount>;
  organization(id: string): Promise<Organization | undefined>;
  /**
   * Writes a merchant account, its profiles and, if new, its organization in one transaction.
   * Throws `merchant_account_exists`, `organization_not_found`, `merchant_account_not_found`
   * (parent).
   */
  create(given: NewMerchant): Promise<void>;
  saveAccount(account: MerchantAccount): Promise<MerchantAccount>;
  /**
   * Deletes a merchant account for good; its id is never reused. Its publishable key and the keys
   * that `removeKeys` removes are gone when it returns. After a crash, calling it again continues.
   * Throws `merchant_account_not_found`.
   */
  removeAccount(merchantId: string, removeKeys: () => Promise<void>, now: Date): Promise<void>;
  /** Throws `profile_exists`. */
  addProfile(profile: Profile): Promise<void>;
  /**
   * Writes a new profile and unsets the merchant's default profile in one transaction. Throws
   * `merchant_account_not_found`, `profile_exists`.
   */
  addAnotherProfile(profile: Profile, now: Date): Promise<void>;
  /**
   * Removes a profile and saves its merchant account in one transaction, so that no request makes
   * the profile the default meanwhile. Throws `concurrent_update` when either changed since it was
   * read.
   */
  removeProfile(profile: Profile, account: MerchantAccount): Promise<void>;
  /**
   * Writes a profile over the version that was read, and moves it when its name changed. Throws
   * `profile_exists` when another profile has the name, and `concurrent_update`.
   */
  saveProfile(profile: Profile, before: Profile): Promise<Profile>;
  /** Throws `connector_account_exists`. */
  addConnectorAccount(account: ConnectorAccount): Promise<void>;
  /**
   * Writes a connector account over the version that was read, and moves it when its label changed.
   * Throws `connector_account_exists` when another has the label, and `concurrent_update`.
   */
  saveConnectorAccount(
    account: ConnectorAccount,
    before: ConnectorAccount,
  ): Promise<ConnectorAccount>;
  /** Throws `concurrent_update` when it changed since it was read. */
  removeConnectorAccount(account: ConnectorAccount): Promise<void>;
  /**
   * Writes a decision program over the version that was read, or a new one. Throws
   * `concurrent_update` when another caller saved first.
   */
  saveDecision(
    decision: DecisionProgram,
    before: DecisionProgram | undefined,
  ): Promise<DecisionProgram>;
  /** Throws `concurrent_update` when it changed since it was read. */
  removeDecision(decision: DecisionProgram): Promise<void>;
}

interface NewMerchant {
  readonly account: MerchantAccount;
  readonly profiles: readonly Profile[];
  readonly newOrganization?: Organization | undefined;
  readonly parentMerchantId?: string | undefined;
}

/**
 * How long a container uses a configuration for `recent` before it reads the stamp again, in
 * milliseconds.
 */
const freshMs = 2_000;
/**
 * How long a container uses a cached configuration whose stamp has not moved, in milliseconds. This
 * bounds the effect of a function that crashed between its change and the move of the stamp.
 */
const cacheMs = 5 * 60_000;
const maxCachedMerchants = 1_000;

/** One partition holds a merchant's whole configuration, so one query reads it. */
const partition = (merchantId: string) => `MERCHANT#${merchantId}`;

/**
 * Counts the changes of a merchant's configuration. It has its own partition, so that payments,
 * which read it, are not throttled by reads of the configuration.
 */
const stampKey = (merchantId: string) => ({ pk: `${partition(merchantId)}#STAMP`, sk: 'STAMP' });

/** A profile's name is part of the key, so it is unique per merchant. */
const profileKey = ({ merchantId, name }: Profile) => ({
  pk: partition(merchantId),
  sk: `PROFILE#${name}`,
});

/** A connector account's label is part of the key, so it is unique per profile. */
const connectorAccountKey = ({ merchantId, profileId, label }: ConnectorAccount) => ({
  pk: partition(merchantId),
  sk: `CONNECTOR#${profileId}#${label}`,
});

/** A merchant's decision programs: items of their own, since each may be as large as a request. */
const decisionKey = ({
  merchantId,
  purpose,
}: {
  readonly merchantId: string;
  readonly purpose: DecisionPurpose;
}) => ({ pk: partition(merchantId), sk: `DECISION#${purpose}` });

/** Stored with the settings, since a function that sends a webhook needs both. */
export const slowReceiverKey = (merchantId: string, id: string) => ({
  pk: partition(merchantId),
  sk: `SLOW#${id}`,
});

/** The places of a merchant's secrets; a place is authenticated as part of the seal. */
export const placeOf = {
  account: (merchantId: string) => `${partition(merchantId)}|ACCOUNT`,
  connectorAccount: (id: string) => `CONNECTOR|${id}`,
  /** By id, because the profile's name may change. */
  profile: (id: string) => `PROFILE|${id}`,
};

/** A merchant's configuration as a container caches it. */
interface CachedConfiguration {
  /** The stamp, read before the settings; below every real stamp when it was not read. */
  readonly stamp: number;
  readonly readAt: number;
  /** When the stamp was last read and had not moved. */
  readonly checkedAt: number;
  readonly reading: Promise<Configuration>;
}

export function configurationStore(table: Table, clock?: () => number): ConfigurationStore {
  const reads = configurationReads(table, clock);
  return {
    ...reads,
    ...accountWrites(table, reads.renew),
    ...profileWrites(table, reads.renew),
    ...connectorAccountWrites(table, reads.renew),
    ...decisionWrites(table, reads.renew),
  };
}

/** The part for functions that change no setting: their bundles contain no more of the store. */
export type ConfigurationReads = Pick<
  ConfigurationStore,
  'read' | 'current' | 'recent' | 'decide' | 'find' | 'renew'
>;

/** Reads a merchant's whole configuration, from the container's cache while its stamp stands. */
export function configurationReads(
  table: Table,
  clock: () => number = Date.now,
): ConfigurationReads {
  const cache = new Map<string, CachedConfiguration>();

  const store: ConfigurationReads = {
    async read(merchantId) {
      return asConfiguration(await table.query(partition(merchantId)));
    },

    current: (merchantId) => readCurrent(merchantId, (key) => table.get(key)),

    async recent(merchantId) {
      const known = recentlyChecked(merchantId);
      if (known) return known.reading;
      // The first request of a new container does not wait for the stamp.
      return cache.has(merchantId)
        ? readCurrent(merchantId, (key) => table.getRecent(key))
        : readAndCache(merchantId, unknownStamp, clock());
    },

    async decide(merchantId, decision) {
      const isOld = recentlyChecked(merchantId) !== undefined;
      const before = await store.recent(merchantId);
      try {
        return decision(before);
      } catch (error) {
        if (!isOld || !isSwitchError(error)) throw error;
        const now = await store.current(merchantId);
        if (now === before) throw error;
        return decision(now);
      }
    },

    async find(merchantId, among) {
      const isOld = recentlyChecked(merchantId) !== undefined;
      const found = among(await store.recent(merchantId));
      return found !== undefined || !isOld ? found : among(await store.current(merchantId));
    },

    async renew(merchantId) {
      // A counter, so that repeating the write after a lost answer never brings back an earlier
      // stamp.
      await table.change(stampKey(merchantId), { set: { merchantId }, add: { changes: 1 } });
      cache.delete(merchantId);
    },
  };
  return store;

  /**
   * The cached configuration if the merchant's stamp, read with `read`, has not moved; else the
   * current one.
   */
  async function readCurrent(
    merchantId: string,
    read: (key: Key) => Promise<Item | undefined>,
  ): Promise<Configuration> {
    const askedAt = clock();
    // The stamp is read before the settings, so the settings are at least as new as the stamp.
    const stamp = stampOf(await read(stampKey(merchantId)));
    const known = cache.get(merchantId);
    if (known && known.stamp >= stamp && clock() - known.readAt < cacheMs) {
      cache.set(merchantId, { ...known, checkedAt: Math.max(known.checkedAt, askedAt) });
      return known.reading;
    }
    return readAndCache(merchantId, stamp, askedAt);
  }

  function recentlyChecked(merchantId: string): CachedConfiguration | undefined {
    const known = cache.get(merchantId);
    return known && clock() - known.checkedAt < freshMs ? known : undefined;
  }

  function readAndCache(
    merchantId: string,
    stamp: number,
    checkedAt: number,
  ): Promise<Configuration> {
    if (cache.size >= maxCachedMerchants) cache.clear();
    const reading = store.read(merchantId);
    cache.set(merchantId, { stamp, readAt: clock(), checkedAt, reading });
    reading.catch(() => {
      if (cache.get(merchantId)?.reading === reading) cache.delete(merchantId);
    });
    return reading;
  }
}

function accountWrites(
  table: Table,
  renew: ConfigurationStore['renew'],
): Pick<
  ConfigurationStore,
  'account' | 'organization' | 'create' | 'saveAccount' | 'removeAccount'
> {
  return {
    async account(merchantId) {
      return asAccount(await table.get(accountKey(merchantId)));
    },

    async organization(id) {
      const item = await table.get(organizationKey(id));
      return item && v.parse(Organization, item);
    },

    async create({ account, profiles, newOrganization, parentMerchantId }) {
      const items: Item[] = [
        { ...account, ...accountKey(account.id) },
        ...profiles.map((profile) => ({ ...profile, ...profileKey(profile) })),
        { merchantId: account.id, ...publishableKeyKey(account.publishableKey) },
      ];
      const organization = organizationKey(account.organizationId);
      if (newOrganization) items.push({ ...newOrganization, ...organization });
      const present = [
        ...(newOrganization ? [] : [organization]),
        ...(parentMerchantId ? [accountKey(parentMerchantId)] : []),
      ];
      const [refused] = await table.putAllNew(items, { present });
      if (!refused) return;
      if (refused.pk === organization.pk) throw new SwitchError('organization_not_found');
      if (refused.pk === partition(account.id)) throw new SwitchError('merchant_account_exists');
      throw new SwitchError('merchant_account_not_found');
    },

    async saveAccount(account) {
      const saved = await table.save({ ...account, ...accountKey(account.id) });
      await renew(account.id);
      return v.parse(MerchantAccount, saved);
    },

    async removeAccount(merchantId, removeKeys, now) {
      const key = accountKey(merchantId);
      // The version rises, so that a writer who read the account before the deletion fails.
      const deletion = { set: { deletedAt: now.toISOString() }, add: { version: 1 } };
      const isLeft = { present: true, absent: ['keysRemovedAt'] };
      const item = await table.changeWhere(key, deletion, isLeft);
      if (!item) throw new SwitchError('merchant_account_not_found');
      const { publishableKey } = v.parse(MerchantAccount, item);
      const isMerchants = { attribute: 'merchantId', is: merchantId };
      await Promise.all([
        renew(merchantId),
        table.remove(publishableKeyKey(publishableKey), isMerchants),
      ]);
      await removeKeys();
      await table.change(key, { set: { keysRemovedAt: now.toISOString() } });
    },
  };
}

function profileWrites(
  table: Table,
  renew: ConfigurationStore['renew'],
): Pick<ConfigurationStore, 'addProfile' | 'addAnotherProfile' | 'removeProfile' | 'saveProfile'> {
  return {
    async addProfile(profile) {
      if (await table.putNew({ ...profile, ...profileKey(profile) })) {
        throw new SwitchError('profile_exists', { name: profile.name });
      }
      await renew(profile.merchantId);
    },

    async addAnotherProfile(profile, now) {
      const { merchantId, name } = profile;
      const { refused } = await table.transact([
        {
          kind: 'update',
          key: accountKey(merchantId),
          // The version rises, so that a writer who read the default before cannot write it back.
          changes: {
            set: { modifiedAt: now.toISOString() },
            remove: ['defaultProfileId'],
            add: { version: 1 },
          },
          condition: { present: true, absent: ['deletedAt'] },
        },
        { kind: 'put', item: { ...profile, ...profileKey(profile) }, condition: 'absent' },
      ]);
      const [first] = refused;
      if (!first) return renew(merchantId);
      throw first.index === 0
        ? new SwitchError('merchant_account_not_found')
        : new SwitchError('profile_exists', { name });
    },

    async removeProfile(profile, account) {
      const { refused } = await table.transact([
        { kind: 'delete', key: profileKey(profile), condition: { version: profile.version } },
        {
          kind: 'put',
          item: { ...account, ...accountKey(account.id), version: account.version + 1 },
          condition: { version: account.version },
        },
      ]);
      if (refused.length > 0) throw new SwitchError('concurrent_update');
      await renew(profile.merchantId);
    },

    async saveProfile(profile, before) {
      const saved =
        profile.name === before.name
          ? await table.save({ ...profile, ...profileKey(profile) })
          : await moveItem(
              table,
              { ...profile, ...profileKey(profile) },
              { ...before, ...profileKey(before) },
              () => new SwitchError('profile_exists', { name: profile.name }),
            );
      await renew(profile.merchantId);
      return v.parse(Profile, saved);
    },
  };
}

function connectorAccountWrites(
  table: Table,
  renew: ConfigurationStore['renew'],
): Pick<
  ConfigurationStore,
  'addConnectorAccount' | 'saveConnectorAccount' | 'removeConnectorAccount'
> {
  return {
    async addConnectorAccount(account) {
      if (await table.putNew({ ...account, ...connectorAccountKey(account) })) {
        const { profileId: profile_id, label: connector_label } = account;
        throw new SwitchError('connector_account_exists', { profile_id, connector_label });
      }
      await renew(account.merchantId);
    },

    async saveConnectorAccount(account, before) {
      const { profileId: profile_id, label: connector_label } = account;
      const saved =
        account.label === before.label
          ? await table.save({ ...account, ...connectorAccountKey(account) })
          : await moveItem(
              table,
              { ...account, ...connectorAccountKey(account) },
              { ...before, ...connectorAccountKey(before) },
              () => new SwitchError('connector_account_exists', { profile_id, connector_label }),
            );
      await renew(account.merchantId);
      return v.parse(ConnectorAccount, saved);
    },

    async removeConnectorAccount(account) {
      const { version } = account;
      // A transaction, even of one write: repeating it after a lost answer succeeds too.
      const { refused } = await table.transact([
        { kind: 'delete', key: connectorAccountKey(account), condition: { version } },
      ]);
      if (refused.length > 0) throw new SwitchError('concurrent_update');
      await renew(account.merchantId);
    },
  };
}

function decisionWrites(
  table: Table,
  renew: ConfigurationStore['renew'],
): Pick<ConfigurationStore, 'saveDecision' | 'removeDecision'> {
  return {
    async saveDecision(decision, before) {
      const item = { ...decision, ...decisionKey(decision) };
      if (!before && (await table.putNew(item))) throw new SwitchError('concurrent_update');
      const saved = before ? await table.save(item) : item;
      await renew(decision.merchantId);
      return v.parse(DecisionProgram, saved);
    },

    async removeDecision(decision) {
      const { version } = decision;
      // A transaction, even of one write: repeating it after a lost answer succeeds too.
      const { refused } = await table.transact([
        { kind: 'delete', key: decisionKey(decision), condition: { version } },
      ]);
      if (refused.length > 0) throw new SwitchError('concurrent_update');
      await renew(decision.merchantId);
    },
  };
}

/**
 * Moves an item whose key contains its name, in one transaction and only if no other writer moved
 * it.
 */
async function moveItem<I extends Item & { readonly id: string; readonly version: number }>(
  table: Table,
  to: I,
  from: I,
  taken: () => SwitchError,
): Promise<Item> {
  const item = { ...to, version: from.version + 1 };
  const { refused } = await table.transact([
    { kind: 'put', item, condition: 'absent' },
    {
      kind: 'delete',
      key: { pk: from.pk, sk: from.sk },
      condition: { version: from.version },
    },
  ]);
  if (refused.length === 0) return item;
  const there = refused.find(({ index }) => index === 0)?.existing;
  // The same id: a concurrent request gave this item the same name.
  throw !there || there.id === to.id ? new SwitchError('concurrent_update') : taken();
}

/**
 * Whether a merchant has this profile. An eventually consistent read at half the price comes first;
 * a missing profile is read again consistently, so a new profile is never refused.
 */
export async function hasProfile(table: Table, merchantId: string, profileId: string) {
  const has = async (eventual: boolean) => {
    const options = { beginsWith: 'PROFILE#', eventual };
    const profiles = await table.query(partition(merchantId), options);
    return profiles.some(({ id }) => id === profileId);
  };
  return (await has(true)) || has(false);
}

/** Whether a merchant account exists and is not deleted, by an eventually consistent read. */
export async function isOpenAccount(table: Table, merchantId: string): Promise<boolean> {
  const item = await table.getRecent(accountKey(merchantId));
  return item !== undefined && isThere(item);
}

const unknownStamp = -1;
/** A merchant whose configuration was never changed has no stamp. */
const stampOf = (item: Item | undefined) => v.parse(Stamp, item ?? {}).changes;
const Stamp = v.object({ changes: v.optional(v.number(), 0) });

/**
 * A deleted account keeps its item, so that its id, and with it its payments, is never given to
 * another merchant.
 */
const isThere = (item: Item) => item.deletedAt === undefined;

function asAccount(item: Item | undefined): MerchantAccount {
  if (!item || !isThere(item)) throw new SwitchError('merchant_account_not_found');
  return v.parse(MerchantAccount, item);
}

const oldestFirst = (a: { createdAt: string; id: string }, b: { createdAt: string; id: string }) =>
  a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);

function asConfiguration(items: readonly Item[]): Configuration {
  const account = asAccount(items.find(({ sk }) => sk === 'ACCOUNT'));
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  const decisions = under('DECISION#').map((item) => v.parse(DecisionProgram, item));
  return {
    account,
    profiles: under('PROFILE#')
      .map((item) => v.parse(Profile, item))
      .sort(oldestFirst),
    connectorAccounts: under('CONNECTOR#')
      .map((item) => v.parse(ConnectorAccount, item))
      .sort(oldestFirst),
    slowReceivers: under('SLOW#').map((item) => v.parse(SlowReceiver, item)),
    ...(decisions.length > 0 && {
      decisions: Object.fromEntries(decisions.map((one) => [one.purpose, one])),
    }),
  };
}
