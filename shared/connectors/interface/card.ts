import type { CardNetwork } from '#vocabulary/payment-methods.ts';

/** A card as the customer typed it. It lives in memory only: never log it, never store it. */
export interface Card {
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two or four digits, as it was given. */
  readonly expiryYear: string;
  readonly cvc?: string;
  readonly holderName?: string;
  /** The network that the payer or the merchant chose; absent: not stated. */
  readonly network?: CardNetwork;
  /** Whether the card is known to have several networks, of which `network` was chosen. */
  readonly isCoBadged?: boolean;
}
