// Loaded late: few payments have a mandate.
import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { derivedId } from '#platform/ids.ts';
import type { Changes, Item, Write } from '#platform/table/port.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { isAuthorizedOrCaptured } from '../payments/lifecycle/transitions.ts';
import type { Payment } from '../payments/payment.ts';
import { CustomerAcceptance, MandateData } from '../payments/request/mandate-data.ts';
import {
  activation,
  checkChargeable,
  type Mandate,
  MandateCredential,
  parseMandate,
  revocation,
} from './mandate.ts';
import type { ChangedMandate, ChargedMandate } from './mandate-in-payment.ts';
import { mandateIndexKeys, mandateKey, putMandate } from './mandate-store.ts';

/** A payment to save, with the writes to its mandate in the same transaction. */
export interface PaymentWithWrites {
  readonly payment: Payment;
  readonly writes: readonly Write[];
}

/**
 * The writes to mandates that saving this payment implies. This is the only place that connects
 * payments to mandates, so it applies alike after a response, a webhook, a sync or an operator's
 * change:
 *
 * - a payment that charges a mandate takes its amount from the limit before the request to the
 *   processor. Once the payment is decided, the uncaptured rest is given back;
 * - a payment that sets up a mandate creates it once the payment is authorized or captured;
 * - a payment that changes a mandate gives it the payment's method at the same moment.
 *
 * Payment and mandate are written in one transaction with a condition on the payment's version, so
 * each write happens once.
 */
export function mandateWritesFor(payment: Payment): PaymentWithWrites {
  const { mandate } = payment;
  if (mandate?.role === 'charged') return chargeWrites(payment, mandate);
  if (mandate?.role === 'changed') return changeWrites(payment, mandate);
  if (mandate || !isAuthorizedOrCaptured(payment)) return { payment, writes: [] };
  const created = mandateOf(payment);
  if (!created) return { payment, writes: [] };
  return {
    payment: { ...payment, mandate: { role: 'created', id: created.id } },
    writes: putMandate(created),
  };
}

/** Statuses in which nothing more will be captured. */
const decided: ReadonlySet<PaymentStatus> = new Set([
  'succeeded',
  'partially_captured',
  'failed',
  'cancelled',
  'cancelled_post_capture',
  'expired',
  // Its attempt was given up.
  'requires_payment_method',
]);

function chargeWrites(payment: Payment, mandate: ChargedMandate): PaymentWithWrites {
  const becomes = (state: ChargedMandate['state'], write: Write): PaymentWithWrites => ({
    payment: { ...payment, mandate: { ...mandate, state } },
    writes: [write],
  });
  if (mandate.state === 'wanted') return becomes('reserved', reserveWrite(payment, mandate));
  if (mandate.state !== 'reserved' || !decided.has(payment.status)) return { payment, writes: [] };
  const chargedMinor = payment.chargedMinor ?? payment.amountReceivedMinor ?? 0;
  // A payment of zero that succeeded has used the mandate too.
  const isUsed = chargedMinor > 0 || payment.status === 'succeeded';
  const update = (changes: Changes): Write => ({
    kind: 'update',
    key: keyOf(payment, mandate),
    changes,
    condition: { present: true },
  });
  const at = payment.modifiedAt;
  const add = { usedMinor: (isUsed ? chargedMinor : 0) - mandate.amountMinor, version: 1 };
  if (!isUsed) {
    const isSingle = mandate.kind === 'single_use';
    return becomes(
      'given back',
      update({ add, set: { modifiedAt: at }, ...(isSingle && { remove: ['reservedBy'] }) }),
    );
  }
  if (mandate.kind === 'multi_use')
    return becomes('used', update({ add, set: { modifiedAt: at } }));
  return becomes(
    'used',
    update({
      add,
      set: { status: 'revoked', modifiedAt: at },
      append: { transitions: [revocation(new Date(at))] },
    }),
  );
}

/**
 * Takes the amount from the limit, on condition that enough is left: concurrent payments cannot
 * exceed it.
 */
function reserveWrite(payment: Payment, mandate: ChargedMandate): Write {
  const { kind, limitMinor, amountMinor } = mandate;
  const isSingle = kind === 'single_use';
  return {
    kind: 'update',
    key: keyOf(payment, mandate),
    changes: {
      add: { usedMinor: amountMinor, version: 1 },
      set: { modifiedAt: payment.modifiedAt, ...(isSingle && { reservedBy: payment.id }) },
    },
    condition: {
      present: true,
      oneOf: { status: ['active'] },
      ...(isSingle && { absent: ['reservedBy'] }),
      ...(!isSingle &&
        limitMinor !== undefined && { atMost: { usedMinor: limitMinor - amountMinor } }),
    },
  };
}

/**
 * Gives the mandate the payment's method. A mandate that was revoked meanwhile stays revoked: the
 * write must not stop the save of an outcome that has happened.
 */
function changeWrites(payment: Payment, mandate: ChangedMandate): PaymentWithWrites {
  const credential = credentialOf(payment);
  if (mandate.state !== 'wanted' || !isAuthorizedOrCaptured(payment) || !credential) {
    return { payment, writes: [] };
  }
  const { merchantId, modifiedAt } = payment;
  const { id, before } = mandate;
  const set = { ...credential, ...mandateIndexKeys({ ...credential, merchantId, id }), modifiedAt };
  const write: Write = {
    kind: 'update',
    key: keyOf(payment, mandate),
    changes: {
      add: { version: 1 },
      set,
      remove: [...Object.keys(MandateCredential.entries), 'listPk', 'listSk'].filter(
        (name) => !Object.hasOwn(set, name),
      ),
    },
    condition: { present: true },
  };
  const isSame =
    before.connectorAccountId === credential.connectorAccountId &&
    before.connectorMandateId === credential.connectorMandateId;
  const next: ChangedMandate = {
    ...mandate,
    state: 'done',
    ...(before.connectorMandateId !== undefined && !isSame && { deleteAt: modifiedAt }),
  };
  return { payment: { ...payment, mandate: next }, writes: [write] };
}

const keyOf = ({ merchantId }: Payment, { id }: ChargedMandate | ChangedMandate) =>
  mandateKey({ merchantId, id });

/**
 * Throws the reason why a mandate refused a payment's amount, from the mandate as it was then.
 *
 * @throws SwitchError those of `checkChargeable`, or `concurrent_update` when the mandate would
 * allow it now
 */
export function throwMandateRefusal(payment: Payment, existing: Item | undefined): never {
  const { mandate, customer, currency, requestFields, modifiedAt } = payment;
  if (!existing) throw new SwitchError('mandate_not_found');
  if (mandate?.role === 'charged' && mandate.state === 'wanted') {
    checkChargeable(parseMandate(existing), {
      customerId: customer?.id,
      amountMinor: mandate.amountMinor,
      currency,
      method:
        typeof requestFields.payment_method === 'string' ? requestFields.payment_method : undefined,
      now: new Date(modifiedAt),
    });
  }
  throw new SwitchError('concurrent_update');
}

const Terms = v.object({
  mandate_data: v.nullish(MandateData),
  customer_acceptance: v.nullish(CustomerAcceptance),
  payment_method: v.string(),
  payment_method_type: v.nullish(v.string()),
});

/**
 * The mandate that a payment sets up; undefined when it sets up none, or without the customer's
 * acceptance.
 */
function mandateOf(payment: Payment): Mandate | undefined {
  const credential = credentialOf(payment);
  const type = termsOf(payment)?.mandate_data?.mandate_type;
  const { id: customerId } = payment.customer ?? {};
  if (!credential || !type || !customerId) return undefined;
  const { merchantId, profileId, attempt, modifiedAt: at } = payment;
  const limits = type.single_use ?? type.multi_use ?? undefined;
  return {
    merchantId,
    id: derivedId('man', merchantId, attempt.id),
    customerId,
    profileId,
    status: 'active',
    kind: type.single_use ? 'single_use' : 'multi_use',
    ...(limits && { limitMinor: limits.amount }),
    currency: limits?.currency ?? payment.currency,
    ...(limits?.start_date && { startsAt: limits.start_date }),
    ...(limits?.end_date && { endsAt: limits.end_date }),
    ...(limits?.metadata && { metadata: limits.metadata }),
    ...credential,
    usedMinor: 0,
    transitions: [activation(new Date(at))],
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
}

/**
 * How a mandate is charged that gets the payment's method, and the customer's consent to it;
 * undefined without a consent.
 */
function credentialOf(payment: Payment): MandateCredential | undefined {
  const { id: paymentId, attempt, paymentMethod, modifiedAt } = payment;
  const { connectorName, connectorAccountId, connectorMandateId, networkTransactionId } = attempt;
  const { connectorCustomerId } = attempt;
  const { isMandateFoundByConnectorId: isFoundByConnectorId } = attempt;
  const terms = termsOf(payment);
  const acceptance = terms?.customer_acceptance ?? terms?.mandate_data?.customer_acceptance;
  if (!terms || !acceptance || !connectorName || !connectorAccountId) return undefined;
  const card = attempt.paymentMethodData?.card;
  return {
    ...(paymentMethod && { paymentMethodId: paymentMethod.id }),
    method: terms.payment_method,
    ...(terms.payment_method_type && { type: terms.payment_method_type }),
    ...(card && { card: cardOf(card, paymentMethod) }),
    acceptedAt: acceptance.accepted_at ?? modifiedAt,
    ...(acceptance.online && {
      ...(acceptance.online.ip_address && { ipAddress: acceptance.online.ip_address }),
      userAgent: acceptance.online.user_agent,
    }),
    connectorName,
    connectorAccountId,
    ...(connectorMandateId !== undefined && { connectorMandateId }),
    ...(isFoundByConnectorId && { isFoundByConnectorId }),
    ...(connectorCustomerId !== undefined && { connectorCustomerId }),
    ...(networkTransactionId !== undefined && { networkTransactionId }),
    paymentId,
  };
}

/**
 * The terms of a mandate that the payment's requests stated. They are stored from a parsed request,
 * so they can be read; if not, saving the payment matters more.
 */
function termsOf({ requestFields }: Payment): v.InferOutput<typeof Terms> | undefined {
  if (requestFields.mandate_data == null) return undefined;
  const read = v.safeParse(Terms, requestFields);
  return read.success ? read.output : undefined;
}

type MaskedCard = NonNullable<NonNullable<Payment['attempt']['paymentMethodData']>['card']>;

function cardOf(card: MaskedCard, paymentMethod: Payment['paymentMethod']): Mandate['card'] {
  const facts = {
    token: paymentMethod?.cardToken,
    fingerprint: paymentMethod?.cardFingerprint,
    nickName: paymentMethod?.nickName,
    last4: card.last4,
    expiryMonth: card.card_exp_month,
    expiryYear: card.card_exp_year,
    holderName: card.card_holder_name,
    network: card.card_network,
    isin: card.card_isin,
    issuer: card.card_issuer,
    issuingCountry: card.card_issuing_country,
    type: card.card_type,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null));
}
