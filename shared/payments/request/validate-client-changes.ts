import * as v from 'valibot';
import { type ChangeRule, clientChangeRules, defaultValues } from '../../client-rights.ts';
import { readCustomerFacts } from '../../customers/customer-facts.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import { compact } from '../../schema.ts';
import {
  checkStatedFields,
  type KnownValues,
  knownValuesOf,
  type StatedField,
  statedAddressFields,
  statedFieldsOf,
  unauthorizedChange,
} from '../../stated-fields.ts';
import { Address } from '../../vocabulary/address.ts';
import type { Payment } from '../payment.ts';
import { MandateData } from './mandate-data.ts';
import { mergeAddress } from './merge-address.ts';
import { type PaymentRequest, SurchargeDetails } from './payment-request.ts';

/** A payment, and what a request says of it, once it is certain that its sender may say so. */
export interface AcceptedChanges {
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
export async function acceptClientChanges(
  payment: Payment,
  request: PaymentRequest,
  customers: Pick<CustomerStore, 'get'>,
): Promise<AcceptedChanges> {
  const facts = statedFieldsOf(request, clientChangeRules);
  const known = merchantFieldsOf(payment);
  const whose = { merchantId: payment.merchantId, customerId: payment.customer?.id };
  for (const { path, value } of await readCustomerFacts(whose, facts, known, customers)) {
    known.set(path, value);
  }
  checkStatedFields(facts, known);
  checkAmounts(payment, request);
  checkPaymentSource(payment, request, known);
  return {
    payment: withClientFields(payment, facts, known),
    request: withStatedMandate(payment, request),
  };
}

/** What a merchant states is the merchant's, also where the payer had filled it in before. */
export function acceptMerchantChanges(payment: Payment, request: PaymentRequest): Payment {
  const { clientFieldPaths, taxedFor, ...rest } = payment;
  const stated = new Set(statedFieldsOf(request, clientChangeRules).map(({ path }) => path));
  return {
    ...rest,
    ...(clientFieldPaths && {
      clientFieldPaths: clientFieldPaths.filter((path) => !stated.has(path)),
    }),
    ...(taxedFor && !stated.has('order_tax_amount') && { taxedFor }),
  };
}

/**
 * The payment once its payer has said where the goods go, as far as the merchant left that open.
 *
 * @throws SwitchError `unauthorized_change`
 */
export function withClientShipping(payment: Payment, given: Address): Payment {
  const facts = statedAddressFields('shipping', given);
  const known = merchantFieldsOf(payment);
  checkStatedFields(facts, known);
  const shipping = mergeAddress(v.parse(Parts, payment.requestFields).shipping, given);
  return withClientFields(
    { ...payment, requestFields: { ...payment.requestFields, shipping } },
    facts,
    known,
  );
}

/** The payment without what its payer said of where the goods go. */
export function withoutClientShipping(payment: Payment): Payment {
  const { clientFieldPaths = [] } = payment;
  const clientPaths = new Set(clientFieldPaths.filter((path) => path.startsWith('shipping.')));
  const { address, phone, email } = v.parse(Parts, payment.requestFields).shipping ?? {};
  const remaining = (part: object | null | undefined, at: string) =>
    Object.entries(part ?? {}).filter(([name]) => !clientPaths.has(`shipping.${at}.${name}`));
  const shipping = v.parse(Address, {
    address: Object.fromEntries(remaining(address, 'address')),
    phone: Object.fromEntries(remaining(phone, 'phone')),
    email: clientPaths.has('shipping.email') ? undefined : email,
  });
  return {
    ...payment,
    requestFields: { ...payment.requestFields, shipping: mergeAddress(undefined, shipping) },
    clientFieldPaths: clientFieldPaths.filter((path) => !clientPaths.has(path)),
  };
}

/** What the merchant said of a payment, without what its payer filled in. */
function merchantFieldsOf({
  requestFields,
  customer,
  clientFieldPaths = [],
}: Payment): Map<string, unknown> {
  // Kept from a parsed request of the same shape.
  const stored = { ...defaultValues, ...requestFields, customer } as PaymentRequest;
  const known = knownValuesOf(statedFieldsOf(stored, clientChangeRules));
  for (const path of clientFieldPaths) known.delete(path);
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
function checkAmounts({ requestFields, attempt }: Payment, request: PaymentRequest): void {
  const known = v.parse(Parts, requestFields);
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
  for (const [field, requested, least] of lowered) {
    if (requested != null && requested < (least ?? 0)) throw unauthorizedChange(field);
  }
}

function checkPaymentSource(
  { attempt }: Payment,
  request: PaymentRequest,
  known: KnownValues,
): void {
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
function withClientFields(
  payment: Payment,
  facts: readonly StatedField[],
  known: KnownValues,
): Payment {
  const filled = facts.filter(({ path, rule }) => fillable.has(rule) && !known.has(path));
  if (filled.length === 0) return payment;
  const clientPaths = new Set([
    ...(payment.clientFieldPaths ?? []),
    ...filled.map(({ path }) => path),
  ]);
  return { ...payment, clientFieldPaths: [...clientPaths] };
}

const fillable: ReadonlySet<ChangeRule> = new Set([
  'where open',
  'where open, by member',
  'by its own rule',
]);

/** A request that states a part of a mandate leaves the rest as the merchant stated it. */
function withStatedMandate({ requestFields }: Payment, request: PaymentRequest): PaymentRequest {
  const { mandate_data: stated } = v.parse(Parts, requestFields);
  const { mandate_data: given } = request;
  return given && stated ? { ...request, mandate_data: { ...stated, ...compact(given) } } : request;
}
