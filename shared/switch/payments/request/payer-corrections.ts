// Loaded late: few payers correct what their merchant stated.
import * as v from 'valibot';
import { Address } from '#vocabulary/address.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';
import type { StatedField } from '../../callers/stated-fields.ts';
import type { PaymentRequest } from './payment-request.ts';

/**
 * The request, whose corrections became the billing address of its payment method. Where the
 * request states that address itself, its own members stay.
 */
export function withCorrections(
  request: PaymentRequest,
  corrections: readonly StatedField[],
): PaymentRequest {
  const corrected = new Map(corrections.map(({ path, value }) => [path, value]));
  const left = <T>(path: string, value: T) => (corrected.has(path) ? undefined : value);
  const { customer, billing, payment_method_data: data } = request;
  return {
    ...request,
    ...(customer && {
      customer: {
        ...customer,
        name: left('name', customer.name),
        email: left('email', customer.email),
        phone: left('phone', customer.phone),
        phone_country_code: left('phone_country_code', customer.phone_country_code),
      },
    }),
    name: left('name', request.name),
    email: left('email', request.email),
    phone: left('phone', request.phone),
    phone_country_code: left('phone_country_code', request.phone_country_code),
    billing: billing && withoutCorrected(billing, corrected),
    ...(typeof data !== 'string' && {
      payment_method_data: { ...data, billing: mergeAddress(addressOf(corrected), data?.billing) },
    }),
  };
}

/** The members of a billing address that are no corrections; undefined without any. */
function withoutCorrected(
  { address, phone, email }: Address,
  corrected: ReadonlyMap<string, unknown>,
): Address | undefined {
  const leftOf = (part: object | null | undefined, at: string) =>
    Object.fromEntries(
      Object.entries(part ?? {}).filter(([name]) => !corrected.has(`billing.${at}.${name}`)),
    );
  const left = mergeAddress(
    undefined,
    v.parse(Address, {
      address: leftOf(address, 'address'),
      phone: leftOf(phone, 'phone'),
      email: corrected.has('billing.email') ? undefined : email,
    }),
  );
  return left && Object.keys(left).length > 0 ? left : undefined;
}

/** The corrections as one address; a corrected billing address comes before the payer's facts. */
function addressOf(corrected: ReadonlyMap<string, unknown>): Address {
  const [firstName = '', ...others] = String(corrected.get('name') ?? '')
    .split(/\s/)
    .filter(Boolean);
  const ofBilling = [...corrected].flatMap(([path, value]) => {
    const [, member] = /^billing\.address\.(\w+)$/.exec(path) ?? [];
    return member === undefined ? [] : [[member, value] as const];
  });
  return v.parse(Address, {
    address: {
      first_name: firstName || undefined,
      last_name: others.join(' ') || undefined,
      ...Object.fromEntries(ofBilling),
    },
    phone: {
      number: corrected.get('billing.phone.number') ?? corrected.get('phone'),
      country_code:
        corrected.get('billing.phone.country_code') ?? corrected.get('phone_country_code'),
    },
    email: corrected.get('billing.email') ?? corrected.get('email'),
  });
}
