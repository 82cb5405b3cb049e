import type { Address } from '#vocabulary/address.ts';

/**
 * The purchase, its buyer and its initiator: a processor's data about a payment beside the money.
 * It lives in memory only: never log it. Absent members are not known.
 */
export interface Order {
  readonly customer?: OrderCustomer;
  /** With phone and email, in the words of the Hyperswitch v1 API. */
  readonly billing?: Address;
  readonly shipping?: Address;
  readonly description?: string;
  /** The text on the customer's statement, whole or as an ending of the merchant's own. */
  readonly statementDescriptor?: string;
  readonly statementDescriptorSuffix?: string;
  /** The merchant's own reference of the order. */
  readonly merchantReference?: string;
  /** The merchant's metadata, as it was stated. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly lines?: readonly OrderLine[];
  /** Parts of the amount, in minor units; contained in `amountMinor`. */
  readonly surchargeMinor?: number;
  readonly taxMinor?: number;
  readonly shippingMinor?: number;
  /**
   * Present only where the merchant's profile wants card networks to get the purchase's data, which
   * they call level 2 and 3: the lines, and these beside them.
   */
  readonly levelData?: LevelData;
  readonly browser?: Browser;
  /** Whether the merchant wants the customer authenticated by 3-D Secure. */
  readonly authenticationType?: 'three_ds' | 'no_three_ds';
  /** Whether the merchant wants the bank to challenge its customer, though it would not by itself. */
  readonly forcesChallenge?: boolean;
  /**
   * Why the merchant claims that the customer need not be authenticated, by the exemptions of PSD2.
   * The loss by fraud is then the merchant's.
   */
  readonly scaExemption?: 'low_value' | 'transaction_risk_analysis';
  readonly initiator: Initiator;
  /** The merchant's statement about the customer's presence, now or at later charges. */
  readonly offSession?: boolean;
  /** Where the customer ordered; absent: in an online shop. */
  readonly channel?: 'mail_order' | 'telephone_order';
  /** The customer's consent to later charges. */
  readonly customerAcceptance?: CustomerAcceptance;
  /** Whether the processor may authorize less than the amount. */
  readonly partialAuthorization?: boolean;
}

interface OrderCustomer {
  /** The merchant's own id of the customer. */
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  /** Such as `+49`. */
  readonly phoneCountryCode?: string;
  /** The number under which tax authorities know the customer. */
  readonly taxId?: string;
  /** The processor's own id of the customer, from an earlier payment with the same account. */
  readonly connectorCustomerId?: string;
}

/** What card networks want to know of a purchase between companies beside its lines. */
export interface LevelData {
  readonly taxStatus?: 'taxable' | 'exempt';
  /** In minor units; these are no parts of the amount. */
  readonly dutyMinor?: number;
  readonly discountMinor?: number;
  readonly shippingTaxMinor?: number;
  /** ISO 8601. */
  readonly orderedAt?: string;
}

/**
 * One line of the order as the merchant states it. Adapters send what `formats/purchase.ts` makes
 * of it.
 */
export interface OrderLine {
  readonly name: string;
  readonly quantity: number;
  /** Of one piece, in minor units. */
  readonly unitMinor: number;
  readonly unitDiscountMinor?: number;
  /** Of the whole line, in minor units. */
  readonly taxMinor?: number;
  readonly totalMinor?: number;
  /** In percent. */
  readonly taxRate?: number;
  readonly kind?: 'physical' | 'digital' | 'travel' | 'ride' | 'event' | 'accommodation';
  readonly productId?: string;
  readonly sku?: string;
  readonly upc?: string;
  readonly category?: string;
  readonly description?: string;
  readonly brand?: string;
  readonly imageUrl?: string;
  readonly taxCode?: string;
  /** Such as a code of the UNSPSC. */
  readonly commodityCode?: string;
  readonly unitOfMeasure?: string;
}

/** The payer's browser as it describes itself. */
export interface Browser {
  readonly ipAddress?: string;
  readonly userAgent?: string;
  readonly acceptHeader?: string;
  readonly language?: string;
  readonly colorDepth?: number;
  /** In pixels. */
  readonly screenHeight?: number;
  readonly screenWidth?: number;
  /** Minutes between UTC and the browser's clock. */
  readonly timeZone?: number;
  readonly javaEnabled?: boolean;
  readonly javaScriptEnabled?: boolean;
}

/** Who starts the payment: the customer, who is present, or the merchant by an agreement. */
export type Initiator =
  | { readonly by: 'customer' }
  | {
      readonly by: 'merchant';
      /** Absent: not stated, which card networks take for `unscheduled`. */
      readonly why?: 'recurring' | 'unscheduled' | 'installment' | 'resubmission';
    };

interface CustomerAcceptance {
  readonly type: 'online' | 'offline';
  /** ISO 8601. */
  readonly acceptedAt?: string;
  readonly ipAddress?: string;
  readonly userAgent?: string;
}
