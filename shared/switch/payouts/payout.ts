import * as v from 'valibot';
import type { IndexedIds } from '#connectors/abouts.ts';
import { markOf } from '#connectors/sent-reference.ts';
import { SwitchError } from '#platform/errors.ts';
import { randomText } from '#platform/ids.ts';
import { JsonObject } from '#platform/schema.ts';
import { CustomerCopy } from '../customers/customer-copy.ts';
import { ProcessorError, Transition } from '../payments/payment.ts';
import { PendingSync, scheduleFirstSync } from '../payments/pending-sync.ts';
import { RouteDecision } from '../routing/route-decision.ts';
import { LinkOfPayout } from './link-of-payout.ts';
import { ShownDestination } from './masked-destination.ts';
import { PayoutType } from './payout-method-variants.ts';
import {
  isOver,
  nextPayoutStatus,
  type PayoutAction,
  type PayoutEvent,
  PayoutStatus,
  refusalOfPayout,
} from './payout-status.ts';

/** The destination attached to a payout until it is sent. Nothing of it is readable here. */
export const AttachedDestination = v.variant('in', [
  v.object({
    in: v.literal('vault'),
    /** The vault token of a card. */
    token: v.string(),
    /** Whether the token is of the customer's saved card, which stays after the payout. */
    isSaved: v.optional(v.boolean()),
  }),
  /**
   * Sealed with the merchant's own key, in Base64, because readers of the table's stream get bytes
   * as text.
   */
  v.object({ in: v.literal('payout'), sealed: v.string() }),
]);
export type AttachedDestination = v.InferOutput<typeof AttachedDestination>;

/** One attempt to send a payout through one connector. */
const PayoutAttempt = v.looseObject({
  /** `{payout id}_{number}`; the connector gets it with the mark of its account. */
  id: v.string(),
  connectorName: v.optional(v.string()),
  connectorAccountId: v.optional(v.string()),
  /**
   * The end of the number under which the processor gets the payout; absent where it gets the id.
   */
  referenceMark: v.optional(v.string()),
  /** How its connector was chosen. */
  routing: v.optional(RouteDecision),
  connectorTransactionId: v.optional(v.string()),
  /** Whether webhooks may name the payout only by the processor's id. */
  isFoundByConnectorId: v.optional(v.boolean()),
  /** Set once the connector has said that it knows the payout. */
  isCreated: v.optional(v.boolean()),
  /** Set once the connector has accepted to pay; the payment itself may take days. */
  isAccepted: v.optional(v.boolean()),
  cancellationReason: v.optional(v.string()),
  error: v.optional(ProcessorError),
  /** When the last request was sent to the connector. */
  askedAt: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
});

/** A payment from the merchant to a recipient, with its latest attempt. */
export const Payout = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  /**
   * A hash of the create request under its caller's secret; present when it had an idempotency key.
   */
  requestFingerprint: v.optional(v.string()),
  status: PayoutStatus,
  /** In minor units. */
  amountMinor: v.number(),
  currency: v.string(),
  /**
   * All other members that the merchant stated, in the words of the API; never a whole destination.
   */
  requestFields: JsonObject,
  customer: v.optional(CustomerCopy),
  autoFulfill: v.boolean(),
  recurring: v.boolean(),
  type: v.optional(PayoutType),
  /** The facts of the destination that may be shown. */
  shown: v.optional(ShownDestination),
  /** The facts of the account that the money comes from, as far as they may be shown. */
  maskedSource: v.optional(ShownDestination),
  attachedDestination: v.optional(AttachedDestination),
  /** The saved payment method that receives the payout. */
  payoutMethodId: v.optional(v.string()),
  /** The page on which the payee states the destination, if the merchant wanted one. */
  link: v.optional(LinkOfPayout),
  clientSecret: v.string(),
  attempt: PayoutAttempt,
  /** When a cancel was sent that the connector has not answered. */
  cancelAskedAt: v.optional(v.string()),
  pendingSync: v.optional(PendingSync),
  /** When a webhook that could not be verified last caused a sync. */
  unverifiedWebhookAt: v.optional(v.string()),
  /** The transitions of which merchants got webhooks, oldest first; a final status occurs once. */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  expiresAt: v.string(),
  version: v.number(),
});
export type Payout = v.InferOutput<typeof Payout>;

/** The merchant's stated fields, as they are stored. */
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
  readonly link?: LinkOfPayout;
  readonly sessionSeconds: number;
  readonly now: Date;
}

/** A payout that was not sent to a processor yet. Its first save will be version 1. */
export function newPayout({ merchantId, id, profileId, ...given }: NewPayout): Payout {
  const { sessionSeconds, now, requestFingerprint, link, ...facts } = given;
  const at = now.toISOString();
  return {
    merchantId,
    id,
    profileId,
    ...(requestFingerprint !== undefined && { requestFingerprint }),
    status: facts.shown ? 'requires_confirmation' : 'requires_payout_method_data',
    ...stated(facts),
    ...(link && { link }),
    clientSecret: `payout_${id}_secret_${randomText(20)}`,
    attempt: { id: `${id}_1`, createdAt: at, modifiedAt: at },
    transitions: [],
    createdAt: at,
    modifiedAt: at,
    expiresAt: new Date(now.getTime() + sessionSeconds * 1_000).toISOString(),
    version: 1,
  };
}

/** The payout with new facts and the same status. */
export function restated(payout: Payout, facts: PayoutFacts, now: Date): Payout {
  const { customer: _, type: __, shown: ___, maskedSource: ____, ...before } = payout;
  const { attachedDestination: _____, payoutMethodId: ______, ...rest } = before;
  return { ...rest, ...stated(facts), modifiedAt: now.toISOString() };
}

/**
 * The payout after a merchant's update. The caller must delete the destination attached before.
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

export interface ChosenPayoutConnector extends Pick<IndexedIds, 'isFoundByConnectorId'> {
  readonly name: string;
  readonly accountId: string;
  /** How it was chosen. */
  readonly routing?: RouteDecision;
}

/**
 * The confirmed payout whose processor pays as soon as it gets a payout: it stays here with its
 * destination until the merchant has it paid. The connector may still be another one then.
 *
 * @throws SwitchError `precondition_failed` in a status in which it cannot be confirmed any more
 */
export const deferPayout = (
  payout: Payout,
  { name, accountId, routing }: ChosenPayoutConnector,
  attachedDestination: AttachedDestination,
  now: Date,
): Payout => ({
  ...payout,
  attachedDestination,
  status: nextStatusOf(payout, 'deferred', 'confirm'),
  attempt: {
    ...payout.attempt,
    connectorName: name,
    connectorAccountId: accountId,
    ...(routing && { routing }),
    modifiedAt: now.toISOString(),
  },
  modifiedAt: now.toISOString(),
});

/**
 * The payout as it is saved before it is sent to a processor. From this save on the processor may
 * know it. With `fulfills` the processor may even have paid, so the status is `pending` then.
 * The save detaches the destination: the caller has it in memory, and no other request can send it.
 *
 * @throws SwitchError `precondition_failed` in a status in which it cannot be confirmed any more
 */
export function startPayout(
  payout: Payout,
  connector: ChosenPayoutConnector,
  now: Date,
  fulfills = payout.autoFulfill,
): Payout {
  const { attachedDestination: _, ...rest } = payout;
  const at = now.toISOString();
  const action = payout.status === 'requires_fulfillment' ? 'fulfill' : 'confirm';
  return {
    ...rest,
    status: nextStatusOf(payout, fulfills ? 'fulfilled' : 'confirmed', action),
    attempt: {
      ...payout.attempt,
      connectorName: connector.name,
      connectorAccountId: connector.accountId,
      referenceMark: markOf(connector.accountId),
      ...(connector.routing && { routing: connector.routing }),
      ...(connector.isFoundByConnectorId && { isFoundByConnectorId: true }),
      askedAt: at,
      modifiedAt: at,
    },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/**
 * The payout as it is saved before the next connector is asked, after one that the request
 * certainly did not reach: as a new attempt, of which the decision follows from the one before.
 */
export function startNextPayoutAttempt(
  payout: Payout,
  connector: ChosenPayoutConnector,
  now: Date,
): Payout {
  const { id, routing } = payout.attempt;
  const number = Number(id.slice(payout.id.length + 1)) + 1;
  const at = now.toISOString();
  return {
    ...payout,
    attempt: {
      id: `${payout.id}_${number}`,
      connectorName: connector.name,
      connectorAccountId: connector.accountId,
      referenceMark: markOf(connector.accountId),
      ...(connector.isFoundByConnectorId && { isFoundByConnectorId: true }),
      ...(routing && { routing }),
      askedAt: at,
      createdAt: at,
      modifiedAt: at,
    },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/**
 * The payout as it is saved before the request to pay. From this save on the processor may have
 * paid.
 *
 * @throws SwitchError `invalid_request` in a status in which it cannot be paid, `concurrent_update`
 * while a cancel is pending
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

/** The payout as it is saved before the cancel is sent to its processor. */
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
 * Refuses an action when a concurrent cancel was faster: the payout has not been paid and never
 * will be.
 *
 * @throws SwitchError the error of `refusalOfPayout`
 */
export function checkNotCancelled(action: PayoutAction, payout: Payout): void {
  if (payout.status === 'cancelled') throw refusalOfPayout(action, payout);
}

/** Whether the payout was ever sent to a processor. */
export const wasAsked = ({ attempt }: Pick<Payout, 'attempt'>): boolean =>
  attempt.askedAt !== undefined;

/** Whether the processor can be asked about the payout: it was sent and its outcome is missing. */
export const mayPayoutBeSynced = ({ status, attempt }: Pick<Payout, 'status' | 'attempt'>) =>
  !isOver(status) && attempt.askedAt !== undefined;

/** Throws `payout_not_found` when the caller acts for another profile than the payout's. */
export function checkPayoutProfile(
  payout: Payout,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && payout.profileId !== profileId) {
    throw new SwitchError('payout_not_found');
  }
}

/** Compares the secret before it checks the expiry, as for payments. */
export function checkPayoutSecret(payout: Payout, clientSecret: string, now: Date): void {
  if (clientSecret !== payout.clientSecret) throw new SwitchError('client_secret_mismatch');
  if (now.getTime() > Date.parse(payout.expiresAt)) throw new SwitchError('client_secret_expired');
}
