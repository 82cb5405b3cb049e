import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { compact } from '#platform/schema.ts';
import { Address, AddressDetails } from '#vocabulary/address.ts';
import { isSame } from '../../callers/stated-fields.ts';

/** The facts that a calculated tax depends on. */
export const TaxedOrder = v.object({
  /** The delivery address; the recipient's name does not affect the tax. */
  address: v.optional(v.omit(AddressDetails, ['first_name', 'last_name'])),
  amountMinor: v.number(),
  shippingMinor: v.number(),
  currency: v.string(),
});
export type TaxedOrder = v.InferOutput<typeof TaxedOrder>;

/** The part of a payment that the tax needs. */
interface Order {
  readonly amountMinor: number;
  readonly currency: string;
  readonly requestFields: Readonly<Record<string, unknown>>;
  readonly taxedFor?: TaxedOrder | undefined;
}

/** Stored from a parsed request. */
const Parts = v.object({ shipping: v.nullish(Address), shipping_cost: v.nullish(v.number()) });

export function orderToTax({ amountMinor, currency, requestFields }: Order): TaxedOrder {
  const { shipping, shipping_cost } = v.parse(Parts, requestFields);
  const { first_name: _, last_name: __, ...address } = compact(shipping?.address ?? {});
  return { address, amountMinor, shippingMinor: shipping_cost ?? 0, currency };
}

/**
 * Refuses a payment whose order differs from its taxed order. Otherwise a customer could get the
 * tax of a place without tax. A street may be added later, because wallets reveal it only after the
 * customer's consent.
 *
 * @throws SwitchError `precondition_failed`
 */
export function checkTaxed(order: Order): void {
  if (!order.taxedFor) return;
  const { address: taxed = {}, ...facts } = order.taxedFor;
  const { address: sent = {}, ...now } = orderToTax(order);
  const isSamePlace =
    places.every((member) => isSame(taxed[member], sent[member])) &&
    lines.every((member) => taxed[member] == null || isSame(taxed[member], sent[member]));
  if (isSamePlace && isSame(facts, now)) return;
  throw new SwitchError('precondition_failed', {
    message: 'The tax was calculated for another shipping address or amount: calculate it again',
  });
}

const places = ['country', 'state', 'zip', 'city'] as const;
const lines = ['line1', 'line2', 'line3', 'origin_zip'] as const;
