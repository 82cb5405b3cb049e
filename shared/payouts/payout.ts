import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { randomText } from '../ids.ts';
import { ProcessorError, Transition } from '../payments/payment.ts';
import { PendingSync, scheduleFirstSync } from '../payments/pending-sync.ts';
import { CustomerDocument } from '../payments/request/payment-request.ts';
import { JsonObject } from '../schema.ts';
import { ShownDestination } from './masked-destination.ts';
import { PayoutType } from './payout-method-variants.ts';
import {
  nextPayoutStatus,
  type PayoutAction,
  type PayoutEvent,
  PayoutStatus,
  refusalOfPayout,
} from './payout-status.ts';

/** Where a payout goes, put away until a processor is told. Nothing of it can be read here. */
export const AttachedDestination = v.variant('in', [
  v.object({
    in: v.literal('vault'),
    /** The vault's token of a card. */
    token: v.string(),
    /** It is the customer's saved one, and stays there afterwards. */
    isSaved: v.optional(v.boolean()),
  }),
  /**
   * Sealed with the merchant's own key, in Base64: whoever hears of the payout from the table's stream
   * gets bytes as text.
   */
  v.object({ in: v.literal('payout'), sealed: v.string() }),
]);
export type AttachedDestination = v.InferOutput<typeof AttachedDestination>;

/** One try at a payout with one connector. */
export const PayoutAttempt = v.looseObject({
  /** `{payout id}_{number}`; the connector's idempotency reference too. */
  id: v.string(),
  connectorName: v.optional(v.string()),
  connectorAccountId: v.optional(v.string()),
  connectorTransactionId: v.optional(v.string()),
  /** Set once the connector has said that it knows of the payout. */
  isCreated: v.optional(v.boolean()),
  /** Set once it has said that it is going to pay: from then on it may take days. */
  isAccepted: v.optional(v.boolean()),
  cancellationReason: v.optional(v.string()),
  error: v.optional(ProcessorError),
  /** When the connector was last told something. */
  askedAt: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
});
export type PayoutAttempt = v.InferOutput<typeof PayoutAttempt>;

/** Money for somebody, with the attempt that is under way or decided it. */
export const Payout = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  /** The request that made it, hashed under its caller's secret, where it came with a key for repeats. */
  requestFingerprint: v.optional(v.string()),
  status: PayoutStatus,
  /** In minor units. */
  amountMinor: v.number(),
  currency: v.string(),
  /** Everything else that the merchant stated, in the words of the API; never a whole destination. */
  requestFields: JsonObject,
  customer: v.optional(
    v.looseObject({
      id: v.optional(v.string()),
      name: v.optional(v.string()),
      email: v.optional(v.string()),
      phone: v.optional(v.string()),
      phone_country_code: v.optional(v.string()),
      document_details: v.optional(CustomerDocument),
    }),
  ),
  autoFulfill: v.boolean(),
  recurring: v.boolean(),
  type: v.optional(PayoutType),
  /** What may be shown of where it goes. */
  shown: v.optional(ShownDestination),
  /** The same of the account that it comes from. */
  maskedSource: v.optional(ShownDestination),
  attachedDestination: v.optional(AttachedDestination),
  /** The saved payment method that is paid to. */
  payoutMethodId: v.optional(v.string()),
  clientSecret: v.string(),
  attempt: PayoutAttempt,
  /** A wish to give it up that the connector has not answered. */
  cancelAskedAt: v.optional(v.string()),
  pendingSync: v.optional(PendingSync),
  /** What merchants heard, oldest first: a payout that is over is told of once. */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  expiresAt: v.string(),
  version: v.number(),
});
export type Payout = v.InferOutput<typeof Payout>;

/** What a merchant stated, ready to be kept. */
export interface PayoutFacts {
  readonly amountMinor: number;
  readonly currency: string;
  readonly requestFields: Payout['requestFields'];
  readonly customer?: Payout['customer'];
  readonly autoFulfill: boolean;
  readonly recurring: boolean;
  readonly type?: PayoutType | undefined;
  readonly shown?: ShownDestination | undefined;
  readonly maskedSource?: ShownDestination | undefined;
  readonly attachedDestination?: AttachedDestination | undefined;
  readonly payoutMethodId?: string | undefined;
}

interface NewPayout extends PayoutFacts {
  readonly merchantId: string;
  readonly id: string;
  readonly profileId: string;
  readonly requestFingerprint?: string;
  readonly sessionSeconds: number;
  readonly now: Date;
}

/** A payout of which no processor was told. Its first save will be version 1. */
export function newPayout({ merchantId, id, profileId, ...given }: NewPayout): Payout {
  const { sessionSeconds, now, requestFingerprint, ...facts } = given;
  const at = now.toISOString();
  return {
    merchantId,
    id,
    profileId,
    ...(requestFingerprint !== undefined && { requestFingerprint }),
    status: facts.shown ? 'requires_confirmation' : 'requires_payout_method_data',
    ...stated(facts),
    clientSecret: `payout_${id}_secret_${randomText(20)}`,
    attempt: { id: `${id}_1`, createdAt: at, modifiedAt: at },
    transitions: [],
    createdAt: at,
    modifiedAt: at,
    expiresAt: new Date(now.getTime() + sessionSeconds * 1_000).toISOString(),
    version: 1,
  };
}

/** The payout with other facts, in the status that it had. */
export function restated(payout: Payout, facts: PayoutFacts, now: Date): Payout {
  const { customer: _, type: __, shown: ___, maskedSource: ____, ...before } = payout;
  const { attachedDestination: _____, payoutMethodId: ______, ...rest } = before;
  return { ...rest, ...stated(facts), modifiedAt: now.toISOString() };
}

/**
 * The payout after its merchant changed it. Whoever saves this sees to what was put away before.
 *
 * @throws SwitchError `invalid_request` in a status in which it cannot be changed any more
 */
export const updatedPayout = (payout: Payout, facts: PayoutFacts, now: Date): Payout => ({
  ...restated(payout, facts, now),
  status: nextStatusOf(payout, facts.shown ? 'described' : 'undescribed', 'update'),
});

function stated(facts: PayoutFacts) {
  const { amountMinor, currency, requestFields, autoFulfill, recurring } = facts;
  const { customer, type, shown, maskedSource, attachedDestination, payoutMethodId } = facts;
  return {
    amountMinor,
    currency,
    requestFields,
    autoFulfill,
    recurring,
    ...(customer && { customer }),
    ...(type && { type }),
    ...(shown && { shown }),
    ...(maskedSource && { maskedSource }),
    ...(attachedDestination && { attachedDestination }),
    ...(payoutMethodId !== undefined && { payoutMethodId }),
  };
}

export interface ChosenPayoutConnector {
  readonly name: string;
  readonly accountId: string;
}

/**
 * The payout as it is saved before a processor is told of it. From here on the processor may know of
 * it and, with `auto_fulfill`, may have paid it: so it is `pending` then. What was put away for it is
 * put away no longer: whoever saves this has it in memory, and nobody tells with it again.
 *
 * @throws SwitchError `precondition_failed` in a status in which it cannot be confirmed any more
 */
export function startPayout(payout: Payout, connector: ChosenPayoutConnector, now: Date): Payout {
  const { attachedDestination: _, ...rest } = payout;
  const at = now.toISOString();
  return {
    ...rest,
    status: nextStatusOf(payout, payout.autoFulfill ? 'fulfilled' : 'confirmed', 'confirm'),
    attempt: {
      ...payout.attempt,
      connectorName: connector.name,
      connectorAccountId: connector.accountId,
      askedAt: at,
      modifiedAt: at,
    },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/**
 * The payout as it is saved before its processor is told to pay: from here on it may have paid.
 *
 * @throws SwitchError `invalid_request` in a status in which it cannot be paid, `concurrent_update`
 * while it is being given up
 */
export function startFulfillment(payout: Payout, now: Date): Payout {
  const status = nextStatusOf(payout, 'fulfilled', 'fulfill', ['requires_fulfillment']);
  if (payout.cancelAskedAt !== undefined) throw new SwitchError('concurrent_update');
  const { error: _, ...attempt } = payout.attempt;
  const at = now.toISOString();
  return {
    ...payout,
    status,
    attempt: { ...attempt, askedAt: at, modifiedAt: at },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/** The payout as it is saved before its processor is asked to give it up. */
export const startPayoutCancel = (payout: Payout, now: Date): Payout => ({
  ...payout,
  cancelAskedAt: now.toISOString(),
  pendingSync: scheduleFirstSync(now),
  modifiedAt: now.toISOString(),
});

function nextStatusOf(
  payout: Payout,
  event: PayoutEvent,
  action: PayoutAction,
  from?: readonly PayoutStatus[],
): PayoutStatus {
  const isThere = !from || from.includes(payout.status);
  const status = isThere ? nextPayoutStatus(payout.status, event) : undefined;
  if (!status) throw refusalOfPayout(action, payout);
  return status;
}

/**
 * Refuses in the end what a cancel at the same moment was faster than: it has paid no one, and
 * never will.
 *
 * @throws SwitchError what `refusalOfPayout` says
 */
export function checkNotCancelled(action: PayoutAction, payout: Payout): void {
  if (payout.status === 'cancelled') throw refusalOfPayout(action, payout);
}

/** Whether a processor was ever told of it. */
export const wasAsked = ({ attempt }: Pick<Payout, 'attempt'>): boolean =>
  attempt.askedAt !== undefined;

/** A caller who acts for a profile finds the payouts of that profile alone. */
export function checkPayoutProfile(
  payout: Payout,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && payout.profileId !== profileId) {
    throw new SwitchError('payout_not_found');
  }
}

/** Equality comes before expiry, as for payments. */
export function checkPayoutSecret(payout: Payout, clientSecret: string, now: Date): void {
  if (clientSecret !== payout.clientSecret) throw new SwitchError('client_secret_mismatch');
  if (now.getTime() > Date.parse(payout.expiresAt)) throw new SwitchError('client_secret_expired');
}
