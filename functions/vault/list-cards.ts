import { type CardListServices, listCards } from '#vault/cards/card-list.ts';
import { listCardsOperation } from '#vault/cards/operations.ts';
import { presentCard } from '#vault/cards/present-card.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';

/** Lists a tenant's cards, masked, the newest first. */
export const list = implementVault(
  listCardsOperation,
  async (request, services: CardListServices) => {
    const { 'pagination[limit]': limit, 'pagination[after]': after } = request.query;
    const { tenant } = request.caller;
    const { cards, next } = await listCards(services, { tenant, limit, after, now: request.now });
    return { data: cards.map(presentCard), meta: { limit, next } };
  },
);

export const handler = vaultLambda(list, () => {
  const vault = liveVault();
  return { cards: vault.table('cards'), keys: vault.keys, codes: vault.codes };
});
