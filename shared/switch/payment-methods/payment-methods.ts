import type { MethodUse, PaymentMethod, SaveCard } from './payment-method.ts';

/** The part of the payment method store that payments need. */
export interface PaymentMethods {
  /** Throws `payment_method_not_found`. */
  get(merchantId: string, id: string): Promise<PaymentMethod>;
  /** The payment method of a payment token; undefined when the token is unknown or has expired. */
  byToken(merchantId: string, token: string, now: Date): Promise<PaymentMethod | undefined>;
  /** Deletes a payment token after its payment. */
  deleteToken(merchantId: string, token: string): Promise<void>;
  /**
   * Saves a card of the vault for a customer. A customer has one payment method for each card
   * number. When one exists, it is returned with the new details, and `supersededToken` is the
   * vault token that is no longer needed.
   */
  saveCard(request: SaveCard): Promise<{
    readonly paymentMethod: PaymentMethod;
    readonly supersededToken?: string;
  }>;
  /**
   * Records that a payment used it, and its status since: `active` once authorized or captured, and
   * then for good. Missing payment methods are ignored.
   */
  recordUse(merchantId: string, id: string, use: MethodUse): Promise<void>;
  /**
   * Removes a processor's credential that the processor has deleted. Missing payment methods are
   * ignored.
   */
  removeConnectorMandate(merchantId: string, id: string, kept: ConnectorMandateKey): Promise<void>;
}

interface ConnectorMandateKey {
  readonly accountId: string;
  readonly connectorMandateId: string;
}
