import { hasProfile } from '../accounts/configuration-store.ts';
import { SwitchError } from '../errors.ts';
import { apiKeyId, apiKeyKey, publishableKeyKey, sha256 } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';
import type { Caller } from './implement.ts';
import type { Auth } from './operation.ts';

/** What a request shows to say who is asking. */
export interface Presented {
  readonly apiKey: string | undefined;
  readonly clientSecret: string | undefined;
  /** The profile that the caller wants to act for. */
  readonly profileId: string | undefined;
  /** The merchant that the path names, where it names one. */
  readonly pathMerchantId: string | undefined;
  readonly now: Date;
}

export interface Authenticator {
  /**
   * The merchant that the key belonged to when this container last saw it. It is a guess to start
   * reading with and gives nobody anything: `identify` decides.
   */
  recall(presented: Presented): string | undefined;
  /**
   * Reads the key on every request and keeps it nowhere, so that a revoked one is refused as soon as
   * the database's replicas agree that it is gone. Throws `not_authenticated`.
   */
  identify(auth: Auth, presented: Presented): Promise<Caller>;
}

/** The operator's key. */
export interface AdminKey {
  matches(key: string): Promise<boolean>;
}

/** For functions that no operator calls: nothing matches. */
export const noAdminKey: AdminKey = { matches: async () => false };

export const isPublishableKey = (key: string) => key.startsWith('pk_');

/** Which merchant a key belongs to never changes, so it may be remembered; its validity may not. */
const rememberedKeys = 10_000;

export function authenticator(
  table: () => Table,
  admin: AdminKey,
  environment: string,
): Authenticator {
  const merchantOf = new Map<string, string>();
  const remember = (id: string, merchantId: string) => {
    if (merchantOf.size >= rememberedKeys) merchantOf.clear();
    merchantOf.set(id, merchantId);
  };
  const idOf = (key: string) =>
    isPublishableKey(key) ? publishableKeyKey(key).pk : apiKeyId(environment, key);

  async function merchant(key: string, now: Date): Promise<string> {
    const publishable = isPublishableKey(key);
    const id = idOf(key);
    const item = await table().getRecent(publishable ? publishableKeyKey(key) : apiKeyKey(id));
    const merchantId = item?.merchantId;
    const expiresAt = item?.expiresAt;
    const expired = typeof expiresAt === 'string' && Date.parse(expiresAt) <= now.getTime();
    // The identifier carries 119 bits of the hash; comparing all of it leaves no doubt.
    const same = publishable || item?.hash === sha256(key).toString('hex');
    if (typeof merchantId !== 'string' || expired || !same)
      throw new SwitchError('not_authenticated');
    remember(id, merchantId);
    return merchantId;
  }

  /** A caller may act for one of the merchant's profiles, which must then exist. */
  async function profile(merchantId: string, { profileId }: Presented) {
    if (profileId === undefined) return {};
    if (await hasProfile(table(), merchantId, profileId)) return { profileId };
    throw new SwitchError('not_authenticated');
  }

  return {
    recall: ({ apiKey }) => (apiKey ? merchantOf.get(idOf(apiKey)) : undefined),

    async identify(auth, presented) {
      const { apiKey, clientSecret, pathMerchantId, now } = presented;
      if (auth === 'none') return { kind: 'anyone' };
      if (!apiKey) throw new SwitchError('not_authenticated');
      if (auth === 'processor key') {
        return { kind: 'processor user', keyHash: sha256(apiKey).toString('hex') };
      }

      const mayBeAdmin = auth === 'admin key' || auth === 'merchant of the path';
      if (mayBeAdmin && (await admin.matches(apiKey))) return { kind: 'admin' };
      if (auth === 'admin key') throw new SwitchError('not_authenticated');

      if (isPublishableKey(apiKey)) {
        if (auth !== 'secret key or client secret' || !clientSecret) {
          throw new SwitchError('not_authenticated');
        }
        const merchantId = await merchant(apiKey, now);
        return {
          kind: 'client',
          merchantId,
          clientSecret,
          ...(await profile(merchantId, presented)),
        };
      }
      const merchantId = await merchant(apiKey, now);
      if (auth === 'merchant of the path' && merchantId !== pathMerchantId) {
        throw new SwitchError('not_authenticated');
      }
      return { kind: 'merchant', merchantId, ...(await profile(merchantId, presented)) };
    },
  };
}

/** What must be right about key and client_secret before the key is even looked at. */
export function checkPairing(auth: Auth, { apiKey, clientSecret }: Presented) {
  if (auth !== 'secret key or client secret') return;
  if (!apiKey) throw new SwitchError('missing_param', { field: 'api_key' });
  if (isPublishableKey(apiKey)) {
    if (!clientSecret) throw new SwitchError('missing_param', { field: 'client_secret' });
  } else if (clientSecret) {
    throw new SwitchError('invalid_request', {
      message: 'client_secret is not a valid parameter',
    });
  }
}
