import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { Transition } from '../payments/payment.ts';
import { JsonObject } from '../schema.ts';

export const MandateStatus = v.picklist(['active', 'inactive', 'pending', 'revoked']);
export type MandateStatus = v.InferOutput<typeof MandateStatus>;

/** What may be known of the card of a mandate: nothing of it pays. */
const MandateCard = v.looseObject({
  /** The vault's token, and its fingerprint of the number. */
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

/** A customer's consent to be charged again, within limits. */
export const Mandate = v.looseObject({
  merchantId: v.string(),
  /** `man_` and 20 letters and digits, which follow from the attempt that set it up. */
  id: v.string(),
  customerId: v.string(),
  profileId: v.string(),
  status: MandateStatus,
  kind: v.picklist(['single_use', 'multi_use']),
  /** What may be charged with it in all, in minor units; a multi-use mandate may be without. */
  limitMinor: v.optional(v.number()),
  /** ISO 4217; that of the limit, or else of the payment that set it up. */
  currency: v.string(),
  /** When it may be charged, ISO 8601, both seconds included. */
  startsAt: v.optional(v.string()),
  endsAt: v.optional(v.string()),
  metadata: v.optional(JsonObject),
  paymentMethodId: v.optional(v.string()),
  method: v.string(),
  type: v.optional(v.string()),
  card: v.optional(MandateCard),
  acceptedAt: v.string(),
  /** Where the customer agreed; absent where that was not online. */
  ipAddress: v.optional(v.string()),
  userAgent: v.optional(v.string()),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /** The processor's name for what it keeps; absent where it keeps nothing. */
  connectorMandateId: v.optional(v.string()),
  networkTransactionId: v.optional(v.string()),
  /** The payment that set it up. */
  paymentId: v.string(),
  /** What was charged with it, and what is reserved for payments that are not decided, in minor units. */
  usedMinor: v.number(),
  /** Of a single-use mandate: the payment that has its one use. */
  reservedBy: v.optional(v.string()),
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Mandate = v.InferOutput<typeof Mandate>;

/** Reads a mandate out of the table or its stream. Attributes that we do not know are kept. */
export const parseMandate = (item: unknown): Mandate => v.parse(Mandate, item);

/** A payment that somebody wants to make with a mandate. */
export interface MandateCharge {
  readonly customerId: string | undefined;
  /** The net total, in minor units. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The payment method that the request names, if it does. */
  readonly method?: string | null | undefined;
  readonly now: Date;
}

/**
 * Refuses what a mandate does not allow. The order decides which of several mistakes a merchant hears
 * of, so it is part of the API. That payments outside its dates are refused is ours: clients of the
 * Hyperswitch v1 API know the fields, and no rule for them.
 *
 * @throws SwitchError `precondition_failed`, `mandate_validation_failed`; `concurrent_update` while
 * another payment that is not decided has the one use of a single-use mandate
 */
export function checkChargeable(mandate: Mandate, charge: MandateCharge): void {
  const { amountMinor, currency, customerId, method, now } = charge;
  if (customerId !== mandate.customerId) {
    throw precondition('customer_id must match mandate customer_id');
  }
  if (mandate.status !== 'active') throw precondition('mandate is not active');
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

/** Without an amount a mandate that serves again and again has no limit, and one that serves once no use. */
const unlimited = ({ kind }: Mandate) => (kind === 'multi_use' ? Number.POSITIVE_INFINITY : -1);

/** Dates are meant to the second. */
function checkDates({ startsAt, endsAt }: Mandate, now: Date): void {
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
 * The mandate once it was revoked. Its events are numbered by what happened, not by its version: a
 * mandate is made once and revoked once.
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

/** What merchants are told of the making of a mandate. */
export const activation = (now: Date): Transition => ({
  type: 'mandate_active',
  status: 'active',
  at: now.toISOString(),
  version: 1,
});

/** What they are told of its end. */
export const revocation = (now: Date): Transition => ({
  type: 'mandate_revoked',
  status: 'revoked',
  at: now.toISOString(),
  version: 2,
});

const precondition = (message: string) => new SwitchError('precondition_failed', { message });
const invalid = (reason: string) => new SwitchError('mandate_validation_failed', { reason });
