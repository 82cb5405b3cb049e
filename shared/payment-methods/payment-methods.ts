import type { Customer } from '../customers/customer.ts';
import type { MaskedCard } from '../vault/cards/card.ts';
import type { Facts, MethodUse, Names, PaymentMethod } from './payment-method.ts';

/** What payments need of payment methods. */
export interface PaymentMethods {
  /** Throws `payment_method_not_found`. */
  get(merchantId: string, id: string): Promise<PaymentMethod>;
  /** What a payment token stands for; undefined when it is unknown or has expired. */
  byToken(merchantId: string, token: string, now: Date): Promise<PaymentMethod | undefined>;
  /** Makes a payment token useless, once it has paid. */
  forgetToken(merchantId: string, token: string): Promise<void>;
  /**
   * Saves a card that is in the vault for a customer. A customer's equal number is one payment
   * method: then the one that is there comes back, with what is new about it, and `spare` names the
   * vault's token that nobody needs any more.
   */
  saveCard(request: SaveCard): Promise<{
    readonly paymentMethod: PaymentMethod;
    readonly spare?: string;
  }>;
  /**
   * Notes that a payment used it, and what it is worth since: `active` once money was taken or
   * reserved, and it stays active. Missing ones are left alone.
   */
  used(merchantId: string, id: string, use: MethodUse): Promise<void>;
  /** Notes that a processor does not keep it any more under this name. Missing ones are left alone. */
  forgetKept(merchantId: string, id: string, kept: KeptName): Promise<void>;
}

export interface KeptName {
  readonly accountId: string;
  readonly connectorMandateId: string;
}

export interface SaveCard {
  readonly merchantId: string;
  readonly customerId: string;
  readonly card: MaskedCard;
  /** What the vault does not know of it, in the words of the API. */
  readonly facts: {
    readonly nick_name?: string | null | undefined;
    readonly card_network?: string | null | undefined;
    readonly card_issuer?: string | null | undefined;
    readonly card_type?: string | null | undefined;
    readonly card_issuing_country?: string | null | undefined;
    readonly card_issuing_country_code?: string | null | undefined;
  };
  readonly type?: string | null | undefined;
  /** `inactive` for one whose payment has not been taken yet. */
  readonly status: 'active' | 'inactive';
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** What a new one is to be called; made up where it is absent. */
  readonly names?: Names | undefined;
  /** What else the merchant said of it. */
  readonly more?: Pick<Facts, 'issuer' | 'issuerCode' | 'billing'> | undefined;
  /** As it was read, where it was: one whose first payment method this is gets it as the default. */
  readonly customer?: Customer | undefined;
  /**
   * Whether the vault still has a card. Where it says so, a card of which nothing new is said stays
   * as it is; without it the payment method always takes the newest capture of its number.
   */
  isKept?(token: string): Promise<boolean>;
  readonly now: Date;
}
