import type { CardVault } from '#vault/cards/card-vault.ts';
import { retrieveCard } from '#vault/cards/operations.ts';
import { presentCard } from '#vault/cards/present-card.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly cards: Pick<CardVault, 'describe'>;
}

/** Shows a card's masked data. No route shows the number. */
export const retrieve = implementVault(retrieveCard, async (request, { cards }: Services) => {
  const { caller, params, now } = request;
  const card = await cards.describe(caller.tenant, params.card_token, now);
  if (!card) throw new VaultError('resource_not_found');
  return { data: presentCard(card) };
});

export const handler = vaultLambda(retrieve, liveVault);
