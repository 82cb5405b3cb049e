import type { TypedField } from './typed-field.ts';

/**
 * Countries in which a processor refuses an address without a state or province.
 *
 * @see https://developer.cybersource.com/api-reference-assets/index.html#payments_payments_process-a-payment
 */
const withStates: ReadonlySet<string> = new Set(['US', 'CA', 'CN']);

/**
 * Countries and territories without postal codes.
 *
 * @see https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions
 */
const withoutPostalCodes: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KI ' +
    'KM KN KP LY ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TF TG TK TO TV UG VU YE ZW'
  ).split(' '),
);

/**
 * Whether a page asks for a field at all: the parts of an address depend on the country that was
 * chosen in the same form. Without a field for the country, all parts are asked for.
 *
 * @param values the typed values, in the order of the fields
 */
export function isAsked(
  { kind }: TypedField,
  fields: readonly TypedField[],
  values: readonly string[],
): boolean {
  if (kind !== 'state' && kind !== 'postal code') return true;
  const at = fields.findIndex((one) => one.kind === 'country');
  if (at < 0) return true;
  const country = values[at] ?? '';
  return kind === 'state' ? withStates.has(country) : !withoutPostalCodes.has(country);
}
