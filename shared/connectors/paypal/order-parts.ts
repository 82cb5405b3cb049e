import type { Address } from '#vocabulary/address.ts';
import { addressAs, nameIn } from '../formats/addresses.ts';
import { isCapturedLater } from '../formats/charges.ts';
import { yearAndMonth } from '../formats/expiry.ts';
import type { Card } from '../interface/card.ts';
import type { Authorization } from '../interface/payments.ts';
import { amountOf } from './amounts.ts';
import { pathOf } from './requests.ts';

/** The longest custom id that PayPal takes. */
const maxTextLength = 127;

export const intentOf = (input: Pick<Authorization, 'captureMethod'>) =>
  isCapturedLater(input) ? 'AUTHORIZE' : 'CAPTURE';

/** The purchase: one unit, whose parts have the amount as their sum. */
export function purchaseUnit({
  reference,
  amountMinor,
  currency,
  order,
}: Pick<Authorization, 'reference' | 'amountMinor' | 'currency' | 'order'>) {
  const { shippingMinor = 0, taxMinor = 0, shipping } = order;
  const items = amountOf(amountMinor - shippingMinor - taxMinor, currency);
  return {
    reference_id: reference,
    invoice_id: reference,
    custom_id: order.merchantReference?.slice(0, maxTextLength) || undefined,
    amount: {
      ...amountOf(amountMinor, currency),
      breakdown: {
        item_total: items,
        tax_total: taxMinor > 0 ? amountOf(taxMinor, currency) : undefined,
        shipping: amountOf(shippingMinor, currency),
      },
    },
    shipping: shipping && { address: addressIn(shipping), name: { full_name: nameIn(shipping) } },
    // One line for the whole: PayPal refuses lines whose sum differs by a rounding.
    items: [{ name: `Payment for invoice ${reference}`, quantity: '1', unit_amount: items }],
  };
}

/** Where an order is charged or reserved. Throws where its id is not known. */
export const chargePath = (
  orderId: string | undefined,
  input: Pick<Authorization, 'captureMethod'>,
): string =>
  pathOf('v2/checkout/orders', orderId, intentOf(input) === 'CAPTURE' ? '/capture' : '/authorize');

/** A card's expiry as PayPal writes it: `2030-03`. */
export const expiryOf = ({ expiryMonth, expiryYear }: Pick<Card, 'expiryMonth' | 'expiryYear'>) =>
  yearAndMonth({ expiryYear, expiryMonth: expiryMonth.padStart(2, '0') });

/** PayPal takes no address without its country. */
export const addressIn = ({ address }: Address = {}) =>
  address?.country ? addressAs(names, address) : undefined;

const names = {
  address_line_1: 'line1',
  postal_code: 'zip',
  country_code: 'country',
  admin_area_2: 'city',
} as const;
