import { lambda } from '#merchants/lambda.ts';
import { presentCardBin } from '#operator/card-bins/card-bin.ts';
import { type CardBinStore, cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { retrieveCardBin } from '#operator/card-bins/operations.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { findPaymentByClientSecret } from '#switch/payments/client-secret.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';

interface Services {
  readonly cardBins: CardBinStore;
  readonly payments: PaymentStore;
}

/** Describes cards that begin with these six or eight digits. */
export const retrieve = implement(
  retrieveCardBin,
  async ({ caller, params, now }, services: Services) => {
    if (caller.kind === 'client') await findPaymentByClientSecret(caller, services, now);
    if (!/^(\d{6}|\d{8})$/.test(params.bin)) throw new SwitchError('card_bin_length');
    const found = await services.cardBins.find(params.bin);
    if (!found) throw new SwitchError('card_bin_not_found');
    return presentCardBin({ ...found, bin: params.bin });
  },
);

export const handler = lambda(retrieve, () => ({
  cardBins: cardBinStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
