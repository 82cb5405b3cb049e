import { cachedCardRanges } from '../card-bins/cached-card-ranges.ts';
import { cardBinStore } from '../card-bins/card-bin-store.ts';
import { mandateStore } from '../mandates/mandate-store.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import { liveTable } from '../table/table.ts';
import { liveVault } from '../vault/live-vault.ts';
import type { CardServices } from './card-services.ts';

/** Cards as functions reach them: in the vault's tables and keys, in their own process. */
export function liveCardServices(): CardServices {
  const { cards: vault, codes } = liveVault();
  return {
    vault,
    codes,
    paymentMethods: paymentMethodStore(liveTable()),
    cardRanges: cachedCardRanges(cardBinStore(liveTable())),
    mandates: mandateStore(liveTable()),
  };
}
