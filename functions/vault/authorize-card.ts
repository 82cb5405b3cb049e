import type { CardVault } from '#vault/cards/card-vault.ts';
import { authorizeCard } from '#vault/cards/operations.ts';
import { presentCard } from '#vault/cards/present-card.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly cards: Pick<CardVault, 'describe'>;
  readonly codes: Pick<CvcStore, 'remove'>;
}

/**
 * Deletes the card verification code of an authorized card, because the code may not outlive the
 * authorization. It deletes the code first: after that, a failure leaves no code behind.
 */
export const authorize = implementVault(
  authorizeCard,
  async (request, { cards, codes }: Services) => {
    const { tenant } = request.caller;
    const cardToken = request.params.card_token;
    const reason = 'the card was authorized';
    await codes.remove({ ...auditFieldsOf(request), tenant, cardToken, reason });
    const card = await cards.describe(tenant, cardToken, request.now, 'leave out');
    if (!card) throw new VaultError('resource_not_found');
    return { data: presentCard(card) };
  },
);

export const handler = vaultLambda(authorize, liveVault);
