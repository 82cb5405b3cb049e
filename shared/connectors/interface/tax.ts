import type { Address } from '#vocabulary/address.ts';
import type { ConnectorError, Exchange } from './exchange.ts';

/** A service that calculates an order's tax. Data in, data out. */
export interface TaxCalculator {
  /** The name that merchants write in `connector_name`. */
  readonly name: string;
  /** Changes nothing, so it may be sent at any time. */
  readonly calculate: Exchange<TaxRequest, TaxOutcome>;
}

interface TaxRequest {
  /** Our attempt's id. */
  readonly reference: string;
  /** The order's cost without tax and shipping, in minor units. */
  readonly amountMinor: number;
  readonly shippingMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** The shipping address. */
  readonly shipping: Address;
}

type TaxOutcome =
  | { readonly result: 'calculated'; readonly taxMinor: number }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
