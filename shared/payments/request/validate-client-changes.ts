import * as v from 'valibot';
import { meantByDefault, payerMaySay, type SayRule } from '../../client-rights.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import { statedByRecord } from '../../customers/stated-by-record.ts';
import {
  checkFacts,
  type Fact,
  factsOf,
  factsOfAddress,
  type Known,
  knownOf,
  unauthorizedChange,
} from '../../said-facts.ts';
import { compact } from '../../schema.ts';
import { Address } from '../../vocabulary/address.ts';
import type { Payment } from '../payment.ts';
import { MandateData } from './mandate-data.ts';
import { mergeAddress } from './merge-address.ts';
import { type PaymentRequest, SurchargeDetails } from './payment-request.ts';

/** A payment, and what a request says of it, once it is certain that its sender may say so. */
export interface Heard {
  readonly payment: Payment;
  readonly request: PaymentRequest;
}

/**
 * Refuses what a payer's browser says when it confirms a payment and only its merchant may say, by the
 * table in `client-rights.ts`. The published API takes every field from each sender that has the
 * payment's secret, which is in the hands of the customer: so that these are refused is ours.
 *
 * The payment remembers what its payer filled in: a payer whose card was declined may say that anew.
 *
 * @throws SwitchError `unauthorized_change`
 */
export async function heardFromPayer(
  payment: Payment,
  request: PaymentRequest,
  customers: Pick<CustomerStore, 'get'>,
): Promise<Heard> {
  const facts = factsOf(request, payerMaySay);
  const known = statedBy(payment);
  const whose = { merchantId: payment.merchantId, customerId: payment.customer?.id };
  for (const { path, value } of await statedByRecord(whose, facts, known, customers)) {
    known.set(path, value);
  }
  checkFacts(facts, known);
  checkAmounts(payment, request);
  checkMeans(payment, request, known);
  return {
    payment: withSaid(payment, facts, known),
    request: withStatedMandate(payment, request),
  };
}

/** What a merchant states is the merchant's, also where the payer had filled it in before. */
export function heardFromMerchant(payment: Payment, request: PaymentRequest): Payment {
  const { saidByPayer, taxedFor, ...rest } = payment;
  const stated = new Set(factsOf(request, payerMaySay).map(({ path }) => path));
  return {
    ...rest,
    ...(saidByPayer && { saidByPayer: saidByPayer.filter((path) => !stated.has(path)) }),
    ...(taxedFor && !stated.has('order_tax_amount') && { taxedFor }),
  };
}

/**
 * The payment once its payer has said where the goods go, as far as the merchant left that open.
 *
 * @throws SwitchError `unauthorized_change`
 */
export function shippedByPayer(payment: Payment, given: Address): Payment {
  const facts = factsOfAddress('shipping', given);
  const known = statedBy(payment);
  checkFacts(facts, known);
  const shipping = mergeAddress(v.parse(Parts, payment.terms).shipping, given);
  return withSaid({ ...payment, terms: { ...payment.terms, shipping } }, facts, known);
}

/** The payment without what its payer said of where the goods go. */
export function withoutShippingOfPayer(payment: Payment): Payment {
  const { saidByPayer = [] } = payment;
  const said = new Set(saidByPayer.filter((path) => path.startsWith('shipping.')));
  const { address, phone, email } = v.parse(Parts, payment.terms).shipping ?? {};
  const kept = (part: object | null | undefined, at: string) =>
    Object.entries(part ?? {}).filter(([name]) => !said.has(`shipping.${at}.${name}`));
  const shipping = v.parse(Address, {
    address: Object.fromEntries(kept(address, 'address')),
    phone: Object.fromEntries(kept(phone, 'phone')),
    email: said.has('shipping.email') ? undefined : email,
  });
  return {
    ...payment,
    terms: { ...payment.terms, shipping: mergeAddress(undefined, shipping) },
    saidByPayer: saidByPayer.filter((path) => !said.has(path)),
  };
}

/** What the merchant said of a payment, without what its payer filled in. */
function statedBy({ terms, customer, saidByPayer = [] }: Payment): Map<string, unknown> {
  // Kept from a parsed request of the same shape.
  const kept = { ...meantByDefault, ...terms, customer } as PaymentRequest;
  const known = knownOf(factsOf(kept, payerMaySay));
  for (const path of saidByPayer) known.delete(path);
  return known;
}

/** Kept from a parsed request. */
const Parts = v.object({
  order_tax_amount: v.nullish(v.number()),
  shipping_cost: v.nullish(v.number()),
  surcharge_details: v.nullish(SurchargeDetails),
  amount_to_capture: v.nullish(v.number()),
  mandate_data: v.nullish(MandateData),
  shipping: v.nullish(Address),
});

/** That less is charged, or captured, is nothing that a payer may say. */
function checkAmounts({ terms, attempt }: Payment, request: PaymentRequest): void {
  const known = v.parse(Parts, terms);
  const surcharge = known.surcharge_details;
  const lowered = [
    ['shipping_cost', request.shipping_cost, known.shipping_cost],
    ['order_tax_amount', request.order_tax_amount, known.order_tax_amount],
    ['surcharge_details', request.surcharge_details?.surcharge_amount, surcharge?.surcharge_amount],
    [
      'surcharge_details',
      request.surcharge_details && (request.surcharge_details.tax_amount ?? 0),
      surcharge?.tax_amount,
    ],
    [
      'amount_to_capture',
      request.amount_to_capture,
      known.amount_to_capture ?? attempt.amountMinor,
    ],
  ] as const;
  for (const [field, wish, least] of lowered) {
    if (wish != null && wish < (least ?? 0)) throw unauthorizedChange(field);
  }
}

function checkMeans({ attempt }: Payment, request: PaymentRequest, known: Known): void {
  const { payment_type: kind, recurring_details: recurring } = request;
  // A verification charges nothing, and succeeds.
  const isOpen =
    !known.has('payment_type') && (kind !== 'setup_mandate' || attempt.amountMinor === 0);
  if (kind != null && !isOpen && kind !== known.get('payment_type')) {
    throw unauthorizedChange('payment_type');
  }
  // A processor's token, or a card without its code, is known to others than its customer.
  const isOwn = recurring?.type === 'payment_method_id' || recurring?.type === 'mandate_id';
  if (recurring && !isOwn) throw unauthorizedChange('recurring_details');
}

/** The payment that remembers what its payer filled in. */
function withSaid(payment: Payment, facts: readonly Fact[], known: Known): Payment {
  const filled = facts.filter(({ path, rule }) => fillable.has(rule) && !known.has(path));
  if (filled.length === 0) return payment;
  const said = new Set([...(payment.saidByPayer ?? []), ...filled.map(({ path }) => path)]);
  return { ...payment, saidByPayer: [...said] };
}

const fillable: ReadonlySet<SayRule> = new Set([
  'where open',
  'where open, by member',
  'by its own rule',
]);

/** A request that states a part of a mandate leaves the rest as the merchant stated it. */
function withStatedMandate({ terms }: Payment, request: PaymentRequest): PaymentRequest {
  const { mandate_data: stated } = v.parse(Parts, terms);
  const { mandate_data: given } = request;
  return given && stated ? { ...request, mandate_data: { ...stated, ...compact(given) } } : request;
}
