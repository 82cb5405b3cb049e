import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { JsonObject } from '#platform/schema.ts';
import { Transition } from '../payments/payment.ts';
import type { MandateData } from '../payments/request/mandate-data.ts';

export const MandateStatus = v.picklist(['active', 'inactive', 'pending', 'revoked']);
export type MandateStatus = v.InferOutput<typeof MandateStatus>;

/** The card of a mandate as it may be stored: nothing here can be charged. */
const MandateCard = v.looseObject({
  /** The vault's token of the card; `fingerprint` is the vault's fingerprint of its number. */
  token: v.optional(v.string()),
  fingerprint: v.optional(v.string()),
  nickName: v.optional(v.string()),
  last4: v.optional(v.string()),
  expiryMonth: v.optional(v.string()),
  expiryYear: v.optional(v.string()),
  holderName: v.optional(v.string()),
  network: v.optional(v.string()),
  isin: v.optional(v.string()),
  issuer: v.optional(v.string()),
  issuingCountry: v.optional(v.string()),
  type: v.optional(v.string()),
});

/** How a mandate is charged, and the consent to that. A payment may change all of it at once. */
export const MandateCredential = v.object({
  paymentMethodId: v.optional(v.string()),
  method: v.string(),
  type: v.optional(v.string()),
  card: v.optional(MandateCard),
  acceptedAt: v.string(),
  /** The IP address from which the customer agreed online; absent where no caller stated it. */
  ipAddress: v.optional(v.string()),
  /** The browser in which the customer agreed; absent when that was not online. */
  userAgent: v.optional(v.string()),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /** The processor's id of the mandate; absent when the processor stores none. */
  connectorMandateId: v.optional(v.string()),
  /** The processor's own id of the customer. */
  connectorCustomerId: v.optional(v.string()),
  /** Whether webhooks may be about it, which name it only by the processor's id. */
  isFoundByConnectorId: v.optional(v.boolean()),
  networkTransactionId: v.optional(v.string()),
  /** The payment that set it up, or that changed it last. */
  paymentId: v.string(),
});
export type MandateCredential = v.InferOutput<typeof MandateCredential>;

/** A customer's consent to be charged again, within limits. */
export const Mandate = v.looseObject({
  ...MandateCredential.entries,
  merchantId: v.string(),
  /** `man_` and 20 letters and digits, derived from the attempt that set it up. */
  id: v.string(),
  customerId: v.string(),
  profileId: v.string(),
  status: MandateStatus,
  kind: v.picklist(['single_use', 'multi_use']),
  /**
   * The total that may be charged, in minor units; absent for a multi-use mandate without a limit.
   */
  limitMinor: v.optional(v.number()),
  /** ISO 4217; the limit's currency, else that of the payment that set it up. */
  currency: v.string(),
  /** The validity, ISO 8601, both seconds included. */
  startsAt: v.optional(v.string()),
  endsAt: v.optional(v.string()),
  metadata: v.optional(JsonObject),
  /** The total charged, plus the amounts reserved for undecided payments, in minor units. */
  usedMinor: v.number(),
  /** Of a single-use mandate: the payment that uses it. */
  reservedBy: v.optional(v.string()),
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Mandate = v.InferOutput<typeof Mandate>;

/** Parses a mandate from the table or its stream. Unknown attributes stay. */
export const parseMandate = (item: unknown): Mandate => v.parse(Mandate, item);

/** A payment that is to charge a mandate. */
export interface MandateCharge {
  readonly customerId: string | undefined;
  /** The net total, in minor units. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The payment method that the request states, if any. */
  readonly method?: string | null | undefined;
  readonly now: Date;
}

/**
 * Checks that a mandate allows a charge. The order of the checks decides which error a request with
 * several mistakes gets, so it is part of the API. Refusing charges outside the mandate's dates is
 * our own rule: Hyperswitch v1 has the fields but no rule for them.
 *
 * @throws SwitchError `precondition_failed`, `mandate_validation_failed`; `concurrent_update` while
 * another undecided payment uses a single-use mandate
 */
export function checkChargeable(mandate: Mandate, charge: MandateCharge): void {
  const { amountMinor, currency, customerId, method, now } = charge;
  checkOwner(mandate, customerId);
  const { limitMinor, reservedBy } = mandate;
  const isSingle = mandate.kind === 'single_use';
  const leftMinor =
    limitMinor === undefined ? unlimited(mandate) : limitMinor - (isSingle ? 0 : mandate.usedMinor);
  if (amountMinor > leftMinor) throw invalid('request amount is greater than mandate amount');
  if (currency !== mandate.currency) throw invalid('cross currency mandates not supported');
  if (mandate.card && method && method !== mandate.method) {
    throw precondition(
      'payment method in request does not match previously provided payment method information',
    );
  }
  checkDates(mandate, now);
  if (isSingle && reservedBy !== undefined) throw new SwitchError('concurrent_update');
}

/**
 * Without an amount, a multi-use mandate has no limit, and a single-use mandate cannot be charged.
 */
const unlimited = ({ kind }: Mandate) => (kind === 'multi_use' ? Number.POSITIVE_INFINITY : -1);

/** A payment that is to give a mandate its payment method. */
export type MandateChange = Pick<MandateCharge, 'customerId' | 'currency'>;

/**
 * Checks that a mandate can be changed by a payment. Its limit, its dates and its use stay.
 *
 * @throws SwitchError `precondition_failed`, `mandate_validation_failed`
 */
export function checkChangeable(mandate: Mandate, { customerId, currency }: MandateChange): void {
  checkOwner(mandate, customerId);
  if (currency !== mandate.currency) throw invalid('cross currency mandates not supported');
}

function checkOwner(mandate: Mandate, customerId: string | undefined): void {
  if (customerId !== mandate.customerId) {
    throw precondition('customer_id must match mandate customer_id');
  }
  if (mandate.status !== 'active') throw precondition('mandate is not active');
}

/**
 * Checks the dates of a mandate that a payment is to set up: one that is over could never be
 * charged, and the merchant would learn that from its first charge.
 *
 * @throws SwitchError `mandate_validation_failed`
 */
export function checkNotOver(
  { single_use, multi_use }: NonNullable<MandateData['mandate_type']>,
  now: Date,
): void {
  const { end_date: endsAt } = single_use ?? multi_use ?? {};
  if (endsAt) checkDates({ endsAt }, now);
}

/** The dates count to the second. */
function checkDates({ startsAt, endsAt }: Pick<Mandate, 'startsAt' | 'endsAt'>, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1_000);
  if (startsAt !== undefined && seconds < secondsOf(startsAt)) {
    throw invalid('mandate is not valid yet');
  }
  if (endsAt !== undefined && seconds > secondsOf(endsAt)) {
    throw invalid('mandate is not valid any more');
  }
}

const secondsOf = (at: string) => Math.floor(Date.parse(at) / 1_000);

/**
 * The mandate as revoked. Its events have fixed numbers instead of its version, because a mandate
 * is created once and revoked once.
 *
 * @throws SwitchError `mandate_validation_failed` when it was revoked before
 */
export function revoked(mandate: Mandate, now: Date): Mandate {
  if (mandate.status === 'revoked') throw invalid('Mandate has already been revoked');
  return {
    ...mandate,
    status: 'revoked',
    transitions: [...mandate.transitions, revocation(now)],
    modifiedAt: now.toISOString(),
  };
}

/** The mandate as active, once its processor has said so; a revoked mandate stays revoked. */
export function activated(mandate: Mandate, now: Date): Mandate {
  if (mandate.status === 'active' || mandate.status === 'revoked') return mandate;
  return {
    ...mandate,
    status: 'active',
    transitions: [...mandate.transitions, activation(now)],
    modifiedAt: now.toISOString(),
  };
}

/** The transition of a new mandate, sent as a webhook. */
export const activation = (now: Date): Transition => ({
  type: 'mandate_active',
  status: 'active',
  at: now.toISOString(),
  version: 1,
});

/** The transition of a revoked mandate, sent as a webhook. */
export const revocation = (now: Date): Transition => ({
  type: 'mandate_revoked',
  status: 'revoked',
  at: now.toISOString(),
  version: 2,
});

const precondition = (message: string) => new SwitchError('precondition_failed', { message });
const invalid = (reason: string) => new SwitchError('mandate_validation_failed', { reason });
