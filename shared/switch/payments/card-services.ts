import type { CardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import type { MandateStore } from '../mandates/mandate-store.ts';
import type { PaymentMethods } from '../payment-methods/payment-methods.ts';

/** The services for payments with a stored card, or with a card to be saved. */
export interface CardServices {
  /** The vault's cards. */
  readonly vault: CardVault;
  /** Cvcs in the vault; each can be taken once. */
  readonly codes: Pick<CvcStore, 'take'>;
  readonly paymentMethods: PaymentMethods;
  /** Operators' records of cards by their first digits. */
  readonly cardRanges: CardRanges;
  /** Customers' mandates. */
  readonly mandates: Pick<MandateStore, 'get'>;
}
