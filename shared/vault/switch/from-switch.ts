import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { VaultRequest } from '../cards/card-vault.ts';
import { isVaultError } from '../vault-error.ts';

/**
 * Calls the vault for a request of the switch. A VaultError becomes `temporarily_unavailable`, and
 * its details go only into the log.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function callVault<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const passes =
      isVaultError(error, 'service_unavailable') || isSwitchError(error, 'concurrent_update');
    if (passes) throw new SwitchError('temporarily_unavailable', {}, { cause: error });
    throw error;
  }
}

/** The audit fields of a use by the switch. A merchant is its own tenant. */
export const switchAuditContext = (
  merchantId: string,
  { requestId, now }: Pick<VaultRequest, 'requestId' | 'now'>,
  /** `payment pay_1`, `payment method pm_1 saved` */
  reason: string,
): VaultRequest => ({
  tenant: merchantId,
  actor: { kind: 'switch', id: merchantId },
  reason,
  origin: 'switch',
  requestId,
  now,
});
