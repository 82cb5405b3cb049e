import type { CardVault } from '#vault/cards/card-vault.ts';
import { deleteCard } from '#vault/cards/operations.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly cards: Pick<CardVault, 'remove'>;
}

/** Deletes a card before it answers. Only a tombstone with the token is left. */
export const remove = implementVault(deleteCard, async (request, { cards }: Services) => {
  const { tenant } = request.caller;
  const token = request.params.card_token;
  const reason = 'deleted through the API';
  if (!(await cards.remove({ ...auditFieldsOf(request), tenant, reason, token }))) {
    throw new VaultError('resource_not_found');
  }
  return { success: true } as const;
});

export const handler = vaultLambda(remove, liveVault);
