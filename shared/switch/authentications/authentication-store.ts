import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { putIdempotently } from '#platform/table/put-idempotently.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import type { Item, Table } from '#platform/table/table.ts';
import { PlainAuthentication } from './authentication.ts';

export interface AuthenticationStore {
  /**
   * Saves a new authentication, with the claim of its idempotency key where its merchant chose the
   * id. Throws `authentication_exists`, `RepeatedCreate`.
   */
  create(authentication: PlainAuthentication, claim: Item | undefined): Promise<void>;
  /** Throws `authentication_not_found`. */
  get(merchantId: string, id: string): Promise<PlainAuthentication>;
  /** Saves over the version that was read. Throws `concurrent_update`. */
  save(authentication: PlainAuthentication): Promise<PlainAuthentication>;
  /**
   * Applies a change and saves. When another writer saved first, applies the change to the saved
   * version.
   */
  settle(
    authentication: PlainAuthentication,
    change: (current: PlainAuthentication) => PlainAuthentication,
  ): Promise<PlainAuthentication>;
}

/** Authentications are read only by id and belong to no payment: each has its own partition. */
export const authenticationKey = ({
  merchantId,
  id,
}: Pick<PlainAuthentication, 'merchantId' | 'id'>) => ({
  pk: `MERCHANT#${merchantId}#AUTHENTICATION#${id}`,
  sk: 'AUTHENTICATION',
});

/** For so long a card network takes a proof. The customer's data go with the authentication. */
const lifetimeSeconds = 90 * 24 * 60 * 60;

const toItem = (authentication: PlainAuthentication) => ({
  ...authentication,
  ...authenticationKey(authentication),
  expiresAtSeconds: Math.floor(Date.parse(authentication.createdAt) / 1_000) + lifetimeSeconds,
});

export const parseAuthentication = (item: unknown): PlainAuthentication =>
  v.parse(PlainAuthentication, item);

/** How often a change is applied again to an authentication that other writers keep saving. */
const settleTries = 5;

export function authenticationStore(table: Table): AuthenticationStore {
  const store: AuthenticationStore = {
    async create(authentication, claim) {
      checkRequestSize(authentication);
      const taken = () => new SwitchError('authentication_exists', { id: authentication.id });
      await putIdempotently(table, toItem(authentication), claim, { taken });
    },

    async get(merchantId, id) {
      const item = await table.get(authenticationKey({ merchantId, id }));
      if (!item) throw new SwitchError('authentication_not_found');
      return parseAuthentication(item);
    },

    async save(authentication) {
      checkRequestSize(authentication);
      return parseAuthentication(await table.save(toItem(authentication)));
    },

    async settle(authentication, change) {
      let current = authentication;
      for (let attempt = 1; ; attempt++) {
        const next = change(current);
        if (next === current) return current;
        try {
          return parseAuthentication(await table.save(toItem(next)));
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          current = await store.get(authentication.merchantId, authentication.id);
        }
      }
    },
  };
  return store;
}
