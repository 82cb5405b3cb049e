import { SwitchError } from '../../errors.ts';
import {
  apiKeyId,
  apiKeyKey,
  ephemeralKeyId,
  ephemeralKeyKey,
  publishableKeyKey,
  sha256,
} from '../../table/shared-keys.ts';
import type { Key, Table } from '../../table/table.ts';
import { type Auth, mayBeAdmin, type Operation } from '../operation/operation.ts';
import type { Caller } from './caller.ts';
import { findOperator, isOperatorKey } from './operator-key.ts';
import type { PresentedCredentials } from './presented-credentials.ts';
import { readSdkAuthorization, type SdkAuthorization } from './sdk-authorization.ts';

export interface Authenticator {
  /**
   * The merchant that the key belonged to when this container last saw it. With it a read only
   * starts early. It grants nothing: `identify` decides.
   */
  recall(presented: PresentedCredentials): string | undefined;
  /**
   * Reads the key on every request and caches nothing, so a revoked key is refused as soon as the
   * database's replicas contain that. Throws `not_authenticated`.
   */
  identify(auth: Auth, presented: PresentedCredentials): Promise<Caller>;
}

/** The key that all operators share, beside their own ones: see `sharedKeys` in the settings. */
export interface AdminKey {
  matches(key: string): Promise<boolean>;
}

/** Looks up the account and the profile that a caller acts for. */
export interface CallersMerchant {
  /** Whether the account exists and is not deleted. */
  isOpenAccount(table: Table, merchantId: string): Promise<boolean>;
  hasProfile(table: Table, merchantId: string, profileId: string): Promise<boolean>;
}

/** Where operators share no key, and for functions that take none: no key matches. */
export const noAdminKey: AdminKey = { matches: async () => false };

export const isPublishableKey = (key: string) => key.startsWith('pk_');
export const isEphemeralKey = (key: string) => key.startsWith('epk_');

/**
 * Which keys each kind of access accepts, beside the operator's and those of the sandbox processor.
 */
export type KeyKind = 'secret' | 'publishable' | 'ephemeral';
export const acceptedKeyKinds: Partial<Record<Auth, readonly KeyKind[]>> = {
  'merchant of the path': ['secret'],
  'secret key': ['secret'],
  'secret key or client secret': ['secret', 'publishable'],
  'client secret': ['publishable'],
  'publishable key': ['publishable'],
  'secret key or ephemeral key': ['secret', 'ephemeral'],
  'secret key, client secret or ephemeral key': ['secret', 'publishable', 'ephemeral'],
};

/**
 * Whether merchants' pages and apps call an operation with a key of their own: a publishable one,
 * or an ephemeral one of a customer.
 */
export const isForBrowsers = ({ auth }: Pick<Operation, 'auth'>): boolean =>
  acceptedKeyKinds[auth]?.some((kind) => kind !== 'secret') ?? false;

export const kindOfKey = (key: string): KeyKind =>
  isPublishableKey(key) ? 'publishable' : isEphemeralKey(key) ? 'ephemeral' : 'secret';

/** A key's merchant never changes, so it may be cached; its validity may not. */
const maxRememberedKeys = 10_000;

export function authenticator(
  table: () => Table,
  admin: AdminKey,
  environment: string,
  { isOpenAccount, hasProfile }: CallersMerchant,
): Authenticator {
  const { recall, resolveKey } = keyOwners(table, environment);

  /**
   * Resolves an ephemeral key to its customer, who may only reach the customer's own objects.
   * Deleting an account deletes the merchant's other keys but not its ephemeral ones (there may be
   * thousands), so this also checks that the account still exists.
   */
  async function resolveCustomerKey(key: string, { clock, pathCustomerId }: PresentedCredentials) {
    const { merchantId, customerId } = await resolveKey(key, clock);
    const isOpen = await isOpenAccount(table(), merchantId);
    if (typeof customerId !== 'string' || !isOpen) throw new SwitchError('not_authenticated');
    if (pathCustomerId !== undefined && pathCustomerId !== customerId) {
      throw new SwitchError('ephemeral_key_of_another_customer');
    }
    return { merchantId, customerId };
  }

  /** A caller may act for one of the merchant's profiles, which must then exist. */
  async function resolveProfile(merchantId: string, { profileId }: PresentedCredentials) {
    if (profileId === undefined) return {};
    if (await hasProfile(table(), merchantId, profileId)) return { profileId };
    throw new SwitchError('not_authenticated');
  }

  return {
    recall: ({ apiKey }) => (apiKey ? recall(apiKey) : undefined),

    async identify(auth, presented) {
      const { apiKey, clientSecret, pathMerchantId, clock } = presented;
      if (auth === 'none') return { kind: 'anyone' };
      if (!apiKey) throw new SwitchError('not_authenticated');
      if (auth === 'processor key') {
        return { kind: 'processor user', keyHash: sha256(apiKey).toString('hex') };
      }

      const operator = mayBeAdmin(auth)
        ? await findOperator(apiKey, clock(), { table, isShared: admin.matches })
        : undefined;
      if (operator) return { kind: 'admin', ...operator };
      if (auth === 'admin key' || isOperatorKey(apiKey)) throw new SwitchError('not_authenticated');

      const kind = kindOfKey(apiKey);
      if (!acceptedKeyKinds[auth]?.includes(kind)) throw new SwitchError('not_authenticated');
      if (kind === 'ephemeral') {
        const customer = await resolveCustomerKey(apiKey, presented);
        return {
          kind: 'customer',
          ...customer,
          ...(await resolveProfile(customer.merchantId, presented)),
        };
      }
      if (kind === 'publishable') {
        if (auth === 'publishable key') {
          const { merchantId } = await resolveKey(apiKey, clock);
          return {
            kind: 'page',
            merchantId,
            ...(clientSecret && { clientSecret }),
            ...(await resolveProfile(merchantId, presented)),
          };
        }
        if (!clientSecret) throw new SwitchError('not_authenticated');
        const { merchantId } = await resolveKey(apiKey, clock);
        return {
          kind: 'client',
          merchantId,
          clientSecret,
          ...(await resolveProfile(merchantId, presented)),
        };
      }
      const { merchantId } = await resolveKey(apiKey, clock);
      if (auth === 'merchant of the path' && merchantId !== pathMerchantId) {
        throw new SwitchError('not_authenticated');
      }
      return { kind: 'merchant', merchantId, ...(await resolveProfile(merchantId, presented)) };
    },
  };
}

/** The owners of keys. The container remembers each key's merchant. */
function keyOwners(table: () => Table, environment: string) {
  const merchantOf = new Map<string, string>();
  const remember = (id: string, merchantId: string) => {
    if (merchantOf.size >= maxRememberedKeys) merchantOf.clear();
    merchantOf.set(id, merchantId);
  };
  const keyOf = (key: string): Key & { readonly id: string } => {
    switch (kindOfKey(key)) {
      case 'publishable':
        return { ...publishableKeyKey(key), id: publishableKeyKey(key).pk };
      case 'ephemeral':
        return { ...ephemeralKeyKey(ephemeralKeyId(key)), id: ephemeralKeyId(key) };
      case 'secret':
        return { ...apiKeyKey(apiKeyId(environment, key)), id: apiKeyId(environment, key) };
    }
  };

  const recall = (key: string) => merchantOf.get(keyOf(key).id);

  /** The owner of a key. Throws `not_authenticated` for an unknown or expired key. */
  async function resolveKey(key: string, clock: () => Date) {
    const { pk, sk, id } = keyOf(key);
    const item = await table().getRecent({ pk, sk });
    const merchantId = item?.merchantId;
    const customerId = item?.customerId;
    const expiresAt = item?.expiresAt;
    const expired = typeof expiresAt === 'string' && Date.parse(expiresAt) <= clock().getTime();
    // The key id carries 119 bits of the hash; comparing the whole hash leaves no doubt.
    const same = isPublishableKey(key) || item?.hash === sha256(key).toString('hex');
    if (typeof merchantId !== 'string' || expired || !same)
      throw new SwitchError('not_authenticated');
    remember(id, merchantId);
    return { merchantId, customerId };
  }

  return { recall, resolveKey };
}

/**
 * The value that a client library sends in the header `Authorization`. It takes precedence, even
 * when the library also sends its publishable key or a payment's secret. Beside a key of another
 * kind the header is ignored: it may be a proxy's.
 *
 * @throws SwitchError `not_authenticated`
 */
export function sdkAuthorizationOf(
  headers: Readonly<Record<string, string>>,
): SdkAuthorization | undefined {
  const { authorization } = headers;
  const key = headers['api-key']?.trim();
  if (!authorization || (key && !isPublishableKey(key))) return undefined;
  return readSdkAuthorization(authorization);
}

/**
 * Checks that key and client_secret fit each other, before the key is read.
 *
 * @throws SwitchError `missing_param`, `invalid_request`
 */
export function checkPairing(auth: Auth, { apiKey, clientSecret }: PresentedCredentials) {
  if (!isForBrowsers({ auth })) return;
  const accepted = acceptedKeyKinds[auth] ?? [];
  if (!apiKey) {
    if (!accepted.includes('secret')) return;
    throw new SwitchError('missing_param', { field: 'api_key' });
  }
  if (!accepted.includes('publishable')) return;
  if (isPublishableKey(apiKey)) {
    if (clientSecret || auth === 'publishable key') return;
    throw new SwitchError('missing_param', { field: 'client_secret' });
  } else if (clientSecret && accepted.includes(kindOfKey(apiKey))) {
    throw new SwitchError('invalid_request', {
      message: 'client_secret is not a valid parameter',
    });
  }
}
