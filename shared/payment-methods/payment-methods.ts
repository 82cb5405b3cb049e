import type { MethodUse, PaymentMethod, SaveCard } from './payment-method.ts';

/** What payments need of payment methods. */
export interface PaymentMethods {
  /** Throws `payment_method_not_found`. */
  get(merchantId: string, id: string): Promise<PaymentMethod>;
  /** What a payment token stands for; undefined when it is unknown or has expired. */
  byToken(merchantId: string, token: string, now: Date): Promise<PaymentMethod | undefined>;
  /** Makes a payment token useless, once it has paid. */
  deleteToken(merchantId: string, token: string): Promise<void>;
  /**
   * Saves a card that is in the vault for a customer. A customer's equal number is one payment
   * method: then the one that is there comes back, with what is new about it, and `spare` names the
   * vault's token that nobody needs any more.
   */
  saveCard(request: SaveCard): Promise<{
    readonly paymentMethod: PaymentMethod;
    readonly supersededToken?: string;
  }>;
  /**
   * Notes that a payment used it, and what it is worth since: `active` once money was taken or
   * reserved, and it stays active. Missing ones are left alone.
   */
  recordUse(merchantId: string, id: string, use: MethodUse): Promise<void>;
  /** Notes that a processor does not keep it any more under this name. Missing ones are left alone. */
  removeConnectorMandate(merchantId: string, id: string, kept: ConnectorMandateKey): Promise<void>;
}

export interface ConnectorMandateKey {
  readonly accountId: string;
  readonly connectorMandateId: string;
}
