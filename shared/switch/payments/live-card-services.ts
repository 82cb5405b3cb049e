import { cachedCardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';
import { mandateStore } from '../mandates/mandate-store.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import type { CardServices } from './card-services.ts';

/**
 * The card services of functions: the vault's tables and keys, used within the function's own
 * process.
 */
export function liveCardServices(): CardServices {
  const { cards: vault, codes } = liveCardVault();
  return {
    vault,
    codes,
    paymentMethods: paymentMethodStore(liveTable()),
    cardRanges: cachedCardRanges(cardBinStore(liveTable())),
    mandates: mandateStore(liveTable()),
  };
}
