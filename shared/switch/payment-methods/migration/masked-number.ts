import * as v from 'valibot';
import { withoutSpace } from '#platform/card-numbers/without-space.ts';
import { derivedId } from '#platform/ids.ts';
import type { Credentials } from '../payment-method.ts';

/** The digits of a card number that another system shows. */
export interface MaskedNumber {
  /** The first six; undefined where the other system shows only the last four. */
  readonly isin?: string | undefined;
  readonly last4: string;
}

const form = /^(?:(\d{6})\d{0,2})?[*xX•#]{2,15}(\d{4})$/;

/**
 * A card number of which only the last four digits are shown, and perhaps the first six or eight.
 */
export const MaskedNumber = v.pipe(
  v.string(),
  v.transform((value) => withoutSpace(value).replaceAll('-', '')),
  v.regex(form, 'expected the last 4 digits and perhaps the first 6, as in 424242******4242'),
  v.transform((value): MaskedNumber => {
    const [, isin, last4 = ''] = form.exec(value) ?? [];
    return { isin, last4 };
  }),
);

/** `424242******4242`, or `************4242` */
export const shownNumber = ({ isin = '******', last4 }: MaskedNumber): string =>
  `${isin}******${last4}`;

/**
 * The fingerprint of a masked card: the same for records of one customer that show the same digits
 * and have the same ids of connector mandates, at whichever accounts. It takes the place of the
 * vault's fingerprint, so that a record that comes again finds its payment method.
 */
export function maskedFingerprint(
  { merchantId, customerId }: { readonly merchantId: string; readonly customerId: string },
  { isin = '', last4 }: MaskedNumber,
  { connectorMandates = {} }: Credentials,
): string {
  const ids = Object.values(connectorMandates).map((one) => one.connectorMandateId);
  const distinct = [...new Set(ids)].sort();
  return derivedId('masked', merchantId, customerId, isin, last4, ...distinct);
}
