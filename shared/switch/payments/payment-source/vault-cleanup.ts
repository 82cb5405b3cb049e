import { log } from '#platform/log.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import type { CardServices } from '../card-services.ts';
import { deleteVaultCard } from './attached-card.ts';

/**
 * Deletes the cards and tokens that a request no longer needs. Each deletion starts at once and
 * runs in parallel.
 */
export interface VaultCleanup {
  deleteCard(token: string | undefined): void;
  /** A payment token can be used once. */
  deletePaymentToken(token: string | undefined): void;
  /** Waits for all deletions. Never rejects: a card that could not be deleted expires. */
  finished(): Promise<void>;
}

export function vaultCleanup(
  auditContext: VaultRequest,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): VaultCleanup {
  const deletions: Promise<void>[] = [];
  return {
    deleteCard(token) {
      deletions.push(deleteVaultCard(token, auditContext, services));
    },
    deletePaymentToken(token) {
      if (token !== undefined) deletions.push(deletePaymentToken(token, auditContext, services));
    },
    async finished() {
      await Promise.all(deletions);
    },
  };
}

async function deletePaymentToken(
  token: string,
  { tenant: merchantId, requestId }: VaultRequest,
  { paymentMethods }: Pick<CardServices, 'paymentMethods'>,
): Promise<void> {
  try {
    await paymentMethods.deleteToken(merchantId, token);
  } catch (error) {
    log.error('payment token not deleted', error, { requestId });
  }
}
