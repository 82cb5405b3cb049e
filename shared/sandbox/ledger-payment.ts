import * as v from 'valibot';
import { processors } from '#connectors/sandbox/processors.ts';
import { manners } from '#connectors/sandbox/published/cards.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { StripeIntent } from './stripe/intent.ts';

/** A dispute in the sandbox processor's ledger. */
export const LedgerDispute = v.object({
  id: v.string(),
  /** An inquiry asks for information; a chargeback takes the money back. */
  stage: v.picklist(['inquiry', 'chargeback']),
  status: v.picklist([
    'needs_response',
    'under_review',
    'accepted',
    'won',
    'lost',
    /** The customer's bank accepts the answer to its inquiry. */
    'withdrawn',
    /** The inquiry got no answer in time. */
    'expired',
  ]),
  amountMinor: v.number(),
  reason: v.string(),
  /** The card scheme's reason code. */
  reasonCode: v.string(),
  opensAt: v.string(),
  /** The deadline for an answer. */
  dueAt: v.string(),
  updatedAt: v.string(),
  /** A hash of the evidence that was submitted last. */
  shown: v.optional(v.string()),
  /** When a dispute under review is decided, and how. */
  decidedAt: v.optional(v.string()),
  decidedAs: v.optional(v.picklist(['won', 'lost', 'escalated'])),
});
export type LedgerDispute = v.InferOutput<typeof LedgerDispute>;

const Failure = v.object({ code: v.string(), message: v.string() });

/**
 * A capture in the ledger. A refused one stays there too, so that a repeat gets the same answer.
 */
export const LedgerCapture = v.object({
  id: v.string(),
  /** The caller's reference, which is accepted once. */
  reference: v.string(),
  amountMinor: v.number(),
  status: v.picklist(['charged', 'failed']),
  failure: v.optional(Failure),
  createdAt: v.string(),
});
export type LedgerCapture = v.InferOutput<typeof LedgerCapture>;

export const LedgerRefund = v.object({
  id: v.string(),
  /** The caller's reference, which is accepted once. */
  reference: v.string(),
  amountMinor: v.number(),
  status: v.picklist(['succeeded', 'pending', 'failed']),
  failure: v.optional(Failure),
  createdAt: v.string(),
  /** When a pending refund is decided, and how. */
  settlesAt: v.optional(v.string()),
  settlesAs: v.optional(v.picklist(['succeeded', 'failed'])),
});
export type LedgerRefund = v.InferOutput<typeof LedgerRefund>;

/** An incremental authorization in the ledger. A refused one stays there too. */
const LedgerIncrement = v.object({
  /** The caller's reference, which is accepted once. */
  reference: v.string(),
  totalMinor: v.number(),
  failure: v.optional(Failure),
});

/** A movement of money, recorded beside the state: independent evidence for tests. */
export const Movement = v.object({
  kind: v.picklist([
    'charged',
    'reserved',
    'raised',
    'captured',
    'released',
    'given back',
    'refunded',
    'charged back',
  ]),
  amountMinor: v.number(),
  /** The reference of the capture, refund, increment or dispute. */
  reference: v.optional(v.string()),
  at: v.string(),
});
export type Movement = v.InferOutput<typeof Movement>;

/**
 * A payment in the sandbox processor's own ledger. It stays there, so that later syncs get its
 * result. Of the card it stores only the last digits, and of other payment methods only their
 * names.
 */
export const LedgerPayment = v.looseObject({
  id: v.string(),
  /** The hash of the owner's API key: each key sees only its own payments. */
  keyHash: v.string(),
  /** The caller's reference, which is accepted once. */
  reference: v.string(),
  /** `stripe` for payments of Stripe's wire API. */
  processor: v.picklist([...processors, 'stripe']),
  amountMinor: v.number(),
  /** The requested amount, when another one was charged on purpose. */
  askedMinor: v.optional(v.number()),
  currency: Currency,
  manualCapture: v.boolean(),
  /** Whether several partial captures are allowed. */
  severalCaptures: v.optional(v.boolean()),
  cardLastDigits: v.optional(v.string()),
  /** The payment method, when it was no card. */
  paidBy: v.optional(
    v.object({ method: PaymentMethod, type: PaymentMethodType, shape: v.optional(v.string()) }),
  ),
  /** The behaviour that the payment source decided. */
  manner: v.optional(v.picklist(manners)),
  /** The reference of the stored credential, when the caller asked to store it. */
  mandateReference: v.optional(v.string()),
  /** When the mandate was revoked. */
  mandateRevokedAt: v.optional(v.string()),
  /** Whether this is a verification, which moves no money. */
  isVerification: v.optional(v.boolean()),
  /** The customer was absent, so there could be no challenge. */
  offSession: v.optional(v.boolean()),
  /** Whether an external service authenticated the customer, with proof. */
  isAuthenticated: v.optional(v.boolean()),
  state: v.picklist([
    'succeeded',
    /** Reserved; a part may have been captured where several captures are allowed. */
    'authorized',
    'challenged',
    'processing',
    'failed',
    /** The authorization, which was not captured, was released. */
    'voided',
    'voided_after_capture',
  ]),
  failure: v.optional(Failure),
  challengeId: v.optional(v.string()),
  returnUrl: v.optional(v.string()),
  /** The URL for its owner's webhooks. */
  notificationUrl: v.optional(v.string()),
  /** Whether webhooks also repeat outcomes that an answer stated. */
  repeatsAnswers: v.optional(v.boolean()),
  /** When an open payment is decided by itself, and how: approved unless stated. */
  settlesAt: v.optional(v.string()),
  settlesAs: v.optional(v.picklist(['succeeded', 'failed'])),
  /** When it was decided by itself. */
  settledAt: v.optional(v.string()),
  /** The failure of a payment whose customer completes the challenge. */
  failsAuthenticated: v.optional(Failure),
  /** Attributes that only Stripe's wire API reads; absent in payments of the sandbox's own API. */
  intent: v.optional(StripeIntent),
  captures: v.optional(v.array(LedgerCapture), []),
  refunds: v.optional(v.array(LedgerRefund), []),
  /** Whether the authorized amount can be raised; absent unless the request asked. */
  incrementable: v.optional(v.boolean()),
  /** The increments, each with its new total. */
  increments: v.optional(v.array(LedgerIncrement)),
  /** Whether the authorization is valid for longer than usual, and since when that counts. */
  extendedAuthorization: v.optional(v.boolean()),
  extendedAt: v.optional(v.string()),
  /** The disputes of the customer's bank; absent until one has changed. */
  disputes: v.optional(v.array(LedgerDispute)),
  /** Whether its disputes are in the list of its owner's disputes. */
  areDisputesListed: v.optional(v.boolean()),
  movements: v.optional(v.array(Movement), []),
  createdAt: v.string(),
  version: v.number(),
});
export type LedgerPayment = v.InferOutput<typeof LedgerPayment>;
