import { erase } from '#vault/cards/card.ts';
import { cardToStore, presentCard } from '#vault/cards/new-card.ts';
import { storeCard } from '#vault/cards/operations.ts';
import {
  type IdempotentStoreServices,
  storeIdempotently,
} from '#vault/cards/store-idempotently.ts';
import { tenantSettings } from '#vault/cards/tenant-settings.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { VaultError } from '#vault/vault-error.ts';

/** Stores a card under a new token. With an idempotency key, a repeat stores nothing. */
export const store = implementVault(
  storeCard,
  async (request, services: IdempotentStoreServices) => {
    const { tenant } = request.caller;
    const idempotencyKey = request.headers['idempotency-key'];
    if (idempotencyKey !== undefined && !/^.{1,255}$/su.test(idempotencyKey)) {
      throw new VaultError('validation_error', {
        'idempotency-key': ['must have 1 to 255 characters'],
      });
    }
    const { cvcSeconds, retainSeconds } = await tenantSettings(services.credentials, tenant);
    const card = cardToStore(request.body.card);
    const storing = {
      ...auditFieldsOf(request),
      tenant,
      cvcSeconds,
      retainSeconds,
      reason: 'stored through the API',
    };
    try {
      const stored =
        idempotencyKey === undefined
          ? await services.cards.store(storing, card)
          : await storeIdempotently(
              services,
              { ...storing, idempotencyKey, remainingMs: request.remainingMs() },
              card,
            );
      return { data: presentCard(stored) };
    } finally {
      erase(card);
    }
  },
);

export const handler = vaultLambda(store, () => {
  const vault = liveVault();
  const { cards, codes, keys } = vault;
  return { cards, codes, keys, credentials: vault.table('credentials') };
});
