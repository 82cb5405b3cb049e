import type { Address } from '#vocabulary/address.ts';
import { addressAs } from '../formats/addresses.ts';

/** An address under Checkout.com's names. */
export const addressOf = ({ address }: Address = {}) =>
  addressAs(
    {
      ...{ address_line1: 'line1', address_line2: 'line2' },
      ...{ city: 'city', state: 'state', zip: 'zip', country: 'country' },
    },
    address,
  );
