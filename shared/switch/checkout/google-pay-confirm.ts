import { namesIn } from '../typed-fields/typed-request.ts';

/**
 * The members of a confirm with the `PaymentData` of Google Pay, version 2, and the addresses that
 * its sheet asked for; undefined for an answer without a token
 * (https://developers.google.com/pay/api/web/reference/response-objects).
 */
export function googlePayConfirm(details: unknown): object | undefined {
  const method = member(details, 'paymentMethodData');
  const [info, token] = [member(method, 'info'), member(method, 'tokenizationData')];
  if (textAt(token, 'token') === undefined) return undefined;
  const google_pay = {
    type: textAt(method, 'type') ?? '',
    description: textAt(method, 'description') ?? '',
    info: {
      card_network: textAt(info, 'cardNetwork') ?? '',
      card_details: textAt(info, 'cardDetails') ?? '',
    },
    tokenization_data: { type: textAt(token, 'type') ?? '', token: textAt(token, 'token') },
  };
  return {
    payment_method: 'wallet',
    payment_method_type: 'google_pay',
    payment_method_data: {
      wallet: { google_pay },
      billing: addressIn(member(info, 'billingAddress')),
    },
    shipping: addressIn(member(details, 'shippingAddress')),
    email: textAt(details, 'email'),
  };
}

/** Google's `Address` as one of the API; undefined where the sheet did not ask for it. */
function addressIn(from: unknown): object | undefined {
  const name = textAt(from, 'name');
  const country = textAt(from, 'countryCode');
  if (country === undefined) return undefined;
  const [first_name, last_name] = namesIn(name ?? '');
  const number = textAt(from, 'phoneNumber');
  return {
    address: {
      first_name: first_name || undefined,
      last_name,
      line1: textAt(from, 'address1'),
      line2: textAt(from, 'address2'),
      line3: textAt(from, 'address3'),
      city: textAt(from, 'locality'),
      state: textAt(from, 'administrativeArea'),
      zip: textAt(from, 'postalCode'),
      country,
    },
    phone: number && { number },
  };
}

/** A text that is not empty. */
function textAt(value: unknown, name: string): string | undefined {
  const text = member(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
