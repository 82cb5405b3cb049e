import type { Address } from '#vocabulary/address.ts';
import { nameIn } from '../formats/addresses.ts';
import type { Order } from '../interface/order.ts';
import { addressForm } from './addresses.ts';
import type { Form } from './requests.ts';

/** The payer's details in the payment method's own data. */
export interface Payer {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly country?: string | undefined;
}

/** The payer: the method's own data first, then the billing address. */
export function billingDetails({ billing }: Order, payer: Payer = {}): Form {
  return {
    email: payer.email ?? billing?.email,
    name: payer.name ?? nameIn(billing),
    phone: billing?.phone?.number,
    address: addressOf(billing, payer),
  };
}

const addressOf = (billing: Address | undefined, { country }: Payer): Form => {
  const address = addressForm(billing?.address);
  return { ...address, country: address.country ?? country };
};
