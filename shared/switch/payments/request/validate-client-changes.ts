import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { compact } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';
import { SurchargeDetails } from '#vocabulary/surcharge-details.ts';
import type { ChangeRule } from '../../callers/access-rules.ts';
import { readCustomerFacts } from '../../callers/customer-facts.ts';
import {
  checkStatedFields,
  type KnownValues,
  knownValuesOf,
  mayState,
  type StatedField,
  statedAddressFields,
  statedFieldsOf,
  unauthorizedChange,
} from '../../callers/stated-fields.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import type { Payment } from '../payment.ts';
import { checkClientReturnUrl } from './client-return-url.ts';
import { clientChangeRules, defaultValues, mandateChangeRules } from './client-rights.ts';
import { MandateData } from './mandate-data.ts';
import { withCorrections } from './payer-corrections.ts';
import type { PaymentRequest } from './payment-request.ts';
import { wishedConnectors } from './wished-connectors.ts';

/** A payment and a request for it, once the sender is known to be allowed to state its members. */
export interface AcceptedChanges {
  readonly payment: Payment;
  readonly request: PaymentRequest;
  /** The connectors that a client names, of those that it was offered. */
  readonly wishedConnectors?: readonly string[];
}

/**
 * Refuses members that only the merchant may set, when a client confirms a payment. The table in
 * `client-rights.ts` lists them. This is our own rule: Hyperswitch v1 accepts every field from any
 * sender with the client secret, which the customer's browser has.
 *
 * The payment records which fields the client filled in, so that after a decline the client may
 * state them again.
 *
 * @throws SwitchError `unauthorized_change`
 */
export async function acceptClientChanges(
  payment: Payment,
  { connector, ...stated }: PaymentRequest,
  configuration: Configuration,
  customers: Pick<CustomerStore, 'get'>,
): Promise<AcceptedChanges> {
  const all = statedFieldsOf(stated, clientChangeRules, mandateChangeRules);
  const known = merchantFieldsOf(payment);
  const owner = { merchantId: payment.merchantId, customerId: payment.customer?.id };
  for (const { path, value } of await readCustomerFacts(owner, all, known, customers)) {
    known.set(path, value);
  }
  const corrections = all.filter((fact) => isCorrection(fact, known));
  const facts = all.filter((fact) => !corrections.includes(fact));
  const request = corrections.length > 0 ? withCorrections(stated, corrections) : stated;
  checkStatedFields(facts, known);
  checkAmounts(payment, request);
  checkClientReturnUrl(request, known.get('return_url'), payment, configuration);
  checkPaymentSource(payment, request, known);
  const named = { ...request, connector };
  return {
    wishedConnectors: wishedConnectors(named, payment, configuration, known.get('connector')),
    payment: withClientFields(payment, facts, known),
    request: withStatedMandate(payment, request),
  };
}

/**
 * Members that a merchant states belong to the merchant, even when the client filled them in
 * before.
 */
export function acceptMerchantChanges(payment: Payment, request: PaymentRequest): Payment {
  const { clientFieldPaths, taxedFor, ...rest } = payment;
  const stated = new Set(
    statedFieldsOf(request, clientChangeRules, mandateChangeRules).map(({ path }) => path),
  );
  return {
    ...rest,
    ...(clientFieldPaths && {
      clientFieldPaths: clientFieldPaths.filter((path) => !stated.has(path)),
    }),
    ...(taxedFor && !stated.has('order_tax_amount') && { taxedFor }),
  };
}

/**
 * Sets the shipping address that a client states, as far as the merchant has not stated it.
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

/** The payment without the shipping address that its client stated. */
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

/** The fields that the merchant stated of a payment, without those that its client filled in. */
function merchantFieldsOf({
  requestFields,
  customer,
  clientFieldPaths = [],
}: Payment): Map<string, unknown> {
  // Stored from a parsed request of the same shape.
  const stored = { ...defaultValues, ...requestFields, customer } as PaymentRequest;
  const known = knownValuesOf(statedFieldsOf(stored, clientChangeRules, mandateChangeRules));
  for (const path of clientFieldPaths) known.delete(path);
  return known;
}

/** Stored from a parsed request. */
const Parts = v.object({
  order_tax_amount: v.nullish(v.number()),
  shipping_cost: v.nullish(v.number()),
  surcharge_details: v.nullish(SurchargeDetails),
  amount_to_capture: v.nullish(v.number()),
  mandate_data: v.nullish(MandateData),
  shipping: v.nullish(Address),
});

/** Refuses lower amounts: a client may not reduce the charged or captured amount. */
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
  // A zero-amount verification charges nothing and succeeds.
  const isOpen =
    !known.has('payment_type') && (kind !== 'setup_mandate' || attempt.amountMinor === 0);
  if (kind != null && !isOpen && kind !== known.get('payment_type')) {
    throw unauthorizedChange('payment_type');
  }
  // Other people than the customer may have a processor's token, or a card without its cvc.
  const isOwn = recurring?.type === 'payment_method_id' || recurring?.type === 'mandate_id';
  if (recurring && !isOwn) throw unauthorizedChange('recurring_details');
}

/** Records which fields the client filled in. */
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
  'where open, or of the method',
  'where open, by member',
  'where open, or stricter',
  'by its own rule',
]);

/** Completes the mandate data of a request with the merchant's earlier data. */
function withStatedMandate({ requestFields }: Payment, request: PaymentRequest): PaymentRequest {
  const { mandate_data: stated } = v.parse(Parts, requestFields);
  const { mandate_data: given } = request;
  return given && stated ? { ...request, mandate_data: { ...stated, ...compact(given) } } : request;
}

/** Whether the payer states another value than the merchant of a fact about the payer. */
const isCorrection = (fact: StatedField, known: KnownValues): boolean =>
  fact.rule === 'where open, or of the method' && !mayState(fact, known);
