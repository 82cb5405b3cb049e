import type { Address } from '#vocabulary/address.ts';
import type { Order } from '../interface/order.ts';

// Adyen refuses a payment for an object that lacks a member, so incomplete objects are left out.

/**
 * The customer and where they are: not sent with a charge in the customer's absence.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (PaymentRequest)
 */
export const shopper = ({ billing, browser, customer }: Order) => ({
  shopperName: nameOf(billing),
  shopperIP: browser?.ipAddress,
  shopperEmail: customer?.email ?? billing?.email ?? undefined,
  countryCode: billing?.address?.country ?? undefined,
});

const maxNameLength = 80;

/** Both names, or none. */
function nameOf({ address }: Address = {}) {
  const { first_name: firstName, last_name: lastName } = address ?? {};
  if (!firstName || !lastName) return undefined;
  return {
    firstName: firstName.slice(0, maxNameLength),
    lastName: lastName.slice(0, maxNameLength),
  };
}

/**
 * An address with a line or a postal code that a bank can compare. All its members are required:
 * `ZZ` is Adyen's code for an unknown country, and NA stands for the rest. In the United States and
 * Canada a state and a postal code have a form, so Adyen has no word for unknown ones.
 */
export function addressOf({ address }: Address = {}) {
  const { line1, line2, city, state, zip, country } = address ?? {};
  if (!line1 && !zip) return undefined;
  if ((country === 'US' || country === 'CA') && !(state && zip)) return undefined;
  return {
    ...streetIn(line1, line2),
    city: city || notKnown,
    country: country || 'ZZ',
    postalCode: zip?.slice(0, country === 'US' ? 5 : 10) || notKnown,
    stateOrProvince: state || undefined,
  };
}

const notKnown = 'NA';

/**
 * A bank compares the street. A first line that is only a number is the house of the second one.
 */
function streetIn(line1: string | null | undefined, line2: string | null | undefined) {
  return line1 && line2 && /^\d+\s?[a-z]?$/i.test(line1)
    ? { houseNumberOrName: line1, street: line2 }
    : { houseNumberOrName: line2 || notKnown, street: line1 || notKnown };
}

const limits = { pairs: 20, name: 20, value: 80 };

/**
 * The merchant's metadata as texts. Adyen refuses a payment with more than 20 of them, with longer
 * names or longer values, so these are left out and cut.
 *
 * @see https://docs.adyen.com/development-resources/error-codes (177, Metadata size exceeds limit)
 */
export const metadataOf = ({ metadata }: Order) =>
  metadata &&
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([name]) => name.length <= limits.name)
      .slice(0, limits.pairs)
      .map(([name, value]) => [
        name,
        (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, limits.value),
      ]),
  );
