import { presentCardBin } from '../../shared/card-bins/card-bin.ts';
import { type CardBinStore, cardBinStore } from '../../shared/card-bins/card-bin-store.ts';
import { retrieveCardBin } from '../../shared/card-bins/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { findPaymentByClientSecret } from '../../shared/payments/client-secret.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
