import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';

export const PayoutStatus = v.picklist([
  'success',
  'failed',
  'cancelled',
  'initiated',
  'expired',
  'reversed',
  'pending',
  'ineligible',
  'requires_creation',
  'requires_confirmation',
  'requires_payout_method_data',
  'requires_fulfillment',
  'requires_vendor_account_creation',
]);
export type PayoutStatus = v.InferOutput<typeof PayoutStatus>;

/** An event in a payout's lifecycle. */
export type PayoutEvent =
  /** The merchant stated a destination, or removed it. */
  | 'described'
  | 'undescribed'
  /** The merchant confirmed it, and its processor pays as soon as it gets it: it waits here. */
  | 'deferred'
  /** The payout is about to be sent to a processor. */
  | 'confirmed'
  /** The request to pay is about to be sent. */
  | 'fulfilled'
  /** The processor has created the payout. */
  | 'created'
  | 'vendor_account_needed'
  /** The request to pay never reached the processor. */
  | 'not_fulfilled'
  | 'accepted'
  | 'initiated'
  | 'paid'
  | 'declined'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'reversed';

type Moves = Partial<Record<PayoutEvent, PayoutStatus>>;

/** The final statuses of a payout that a processor was asked to pay. */
const ends: Moves = {
  paid: 'success',
  declined: 'failed',
  refused: 'ineligible',
  cancelled: 'cancelled',
  expired: 'expired',
  reversed: 'reversed',
};

/** The moves of a payout that was not sent to a processor yet. */
const beginning: Moves = {
  described: 'requires_confirmation',
  undescribed: 'requires_payout_method_data',
  deferred: 'requires_fulfillment',
  confirmed: 'requires_creation',
  fulfilled: 'pending',
  cancelled: 'cancelled',
};

/** A payout's lifecycle: the events that each status allows, and the status they lead to. */
export const lifecycle: Readonly<Record<PayoutStatus, Moves>> = {
  requires_payout_method_data: beginning,
  requires_confirmation: beginning,
  requires_creation: {
    ...ends,
    created: 'requires_fulfillment',
    vendor_account_needed: 'requires_vendor_account_creation',
    // Some processors pay as soon as they get the payout.
    accepted: 'pending',
    initiated: 'initiated',
  },
  requires_vendor_account_creation: {
    ...ends,
    created: 'requires_fulfillment',
    accepted: 'pending',
    initiated: 'initiated',
  },
  requires_fulfillment: {
    ...ends,
    fulfilled: 'pending',
    accepted: 'pending',
    initiated: 'initiated',
  },
  pending: {
    ...ends,
    initiated: 'initiated',
    vendor_account_needed: 'requires_vendor_account_creation',
    not_fulfilled: 'requires_fulfillment',
  },
  initiated: ends,
  // A bank may return the money days later.
  success: { reversed: 'reversed' },
  failed: {},
  cancelled: {},
  ineligible: {},
  expired: {},
  reversed: {},
};

/** Undefined when the status does not allow the event. */
export const nextPayoutStatus = (
  status: PayoutStatus,
  event: PayoutEvent,
): PayoutStatus | undefined => lifecycle[status][event];

/**
 * Whether no outcome is missing. Nothing more happens to such a payout, except that a paid one may
 * come back.
 */
export const isOver = (status: PayoutStatus): boolean =>
  status === 'success' || Object.keys(lifecycle[status]).length === 0;

const unsent: readonly PayoutStatus[] = ['requires_payout_method_data', 'requires_confirmation'];

/** The statuses in which the API accepts each action. */
export const acceptedIn = {
  update: unsent,
  // A payout that is being created may be confirmed again; the switch then only syncs it.
  confirm: [...unsent, 'requires_creation'],
  fulfill: ['requires_fulfillment'],
  cancel: [
    ...unsent,
    'requires_creation',
    'requires_vendor_account_creation',
    'requires_fulfillment',
    'pending',
    'initiated',
  ],
} as const satisfies Record<string, readonly PayoutStatus[]>;
export type PayoutAction = keyof typeof acceptedIn;

const participles = { update: 'updated', fulfill: 'fulfilled', cancel: 'cancelled' } as const;

/**
 * Checks that the status allows the merchant's action.
 *
 * @throws SwitchError `invalid_request`, and for a confirm `precondition_failed`
 */
export function checkPayoutStatus(
  action: PayoutAction,
  { id, status }: { readonly id: string; readonly status: PayoutStatus },
): void {
  const accepted: readonly PayoutStatus[] = acceptedIn[action];
  if (!accepted.includes(status)) throw refusalOfPayout(action, { id, status });
}

/** The error for an action that the status does not allow. */
export function refusalOfPayout(
  action: PayoutAction,
  { id, status }: { readonly id: string; readonly status: PayoutStatus },
): SwitchError {
  return action === 'confirm'
    ? new SwitchError('precondition_failed', {
        message: `You cannot confirm this payout because it has status ${status}`,
      })
    : new SwitchError('invalid_request', {
        message: `Payout ${id} cannot be ${participles[action]} for status ${status}`,
      });
}
