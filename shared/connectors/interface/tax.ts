import type { Address } from '../../vocabulary/address.ts';
import type { ConnectorError, Exchange } from './exchange.ts';

/** Who says what tax an order bears. Data in, data out. */
export interface TaxCalculator {
  /** As merchants write it in `connector_name`. */
  readonly name: string;
  /** Changes nothing, so it may be asked at any time. */
  readonly calculate: Exchange<TaxRequest, TaxOutcome>;
}

export interface TaxRequest {
  /** Our attempt's id. */
  readonly reference: string;
  /** What the order costs without tax and shipping, in minor units. */
  readonly amountMinor: number;
  readonly shippingMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** Where the goods go. */
  readonly shipping: Address;
}

export type TaxOutcome =
  | { readonly result: 'calculated'; readonly taxMinor: number }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
