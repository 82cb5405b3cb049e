import { isDeepStrictEqual } from 'node:util';
import { isSwitchError } from '#platform/errors.ts';
import { withoutIndexKeys } from '#platform/table/index-keys.ts';
import type { Payment } from '../payment.ts';
import type { PaymentStore } from '../payment-store.ts';

/** How often the next attempt is saved over a payment that webhooks keep touching. */
const tries = 3;

/**
 * Saves the next attempt over the version that was read. A processor often sends a webhook about
 * its decline too, which makes a sync due: when nothing else has changed meanwhile, the attempt is
 * saved over that.
 *
 * @throws SwitchError `concurrent_update` when another writer has changed anything else
 */
export async function saveNextAttempt(
  declined: Payment,
  next: (payment: Payment) => Payment,
  payments: Pick<PaymentStore, 'get' | 'saveProgress'>,
): Promise<Payment> {
  let current = declined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await payments.saveProgress(next(current));
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update') || attempt === tries) throw error;
      const latest = await payments.get(current.merchantId, current.id);
      if (!isDeepStrictEqual(withoutSyncs(latest), withoutSyncs(declined))) throw error;
      current = latest;
    }
  }
}

/** The payment without the attributes of the table, and without the times of its syncs. */
function withoutSyncs(payment: Payment): object {
  const { pendingSync: _, unverifiedWebhookAt: __, modifiedAt: ___, ...facts } = payment;
  const { version: ____, ...known } = withoutIndexKeys(facts);
  const { pk: _____, sk: ______, save_id: _______, ...rest } = { ...ofTable, ...known };
  return rest;
}

const ofTable = { pk: '', sk: '', save_id: '' };
