import type { CardRanges } from '../card-bins/cached-card-ranges.ts';
import type { MandateStore } from '../mandates/mandate-store.ts';
import type { PaymentMethods } from '../payment-methods/payment-methods.ts';
import type { CardVault } from '../vault/cards/card-vault.ts';
import type { CvcStore } from '../vault/cvc/cvc-store.ts';

/** What payments reach that are made with a card which is not in the request, or is to be saved. */
export interface CardServices {
  /** Where the cards are. */
  readonly vault: CardVault;
  /** Their service codes, each for one taker. */
  readonly codes: Pick<CvcStore, 'take'>;
  readonly paymentMethods: PaymentMethods;
  /** What operators wrote down of cards by their first digits. */
  readonly cardRanges: CardRanges;
  /** Customers' consents to be charged again. */
  readonly mandates: Pick<MandateStore, 'get'>;
}
