import type { CardVault } from '../../shared/vault/cards/card-vault.ts';
import { deleteCard } from '../../shared/vault/cards/operations.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { auditFieldsOf, implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';
import { VaultError } from '../../shared/vault/vault-error.ts';

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

export const handler = vaultLambda(remove, liveVault, liveVaultAuthenticator);
