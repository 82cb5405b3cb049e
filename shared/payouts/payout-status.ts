import * as v from 'valibot';
import { SwitchError } from '../errors.ts';

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

/** What can happen to a payout. */
export type PayoutEvent =
  /** It is known where the money goes, or not any more. */
  | 'described'
  | 'undescribed'
  /** A processor is about to be told of it. */
  | 'confirmed'
  /** A processor is about to be told to pay it. */
  | 'fulfilled'
  /** The processor knows of it. */
  | 'created'
  | 'vendor_account_needed'
  /** The processor was never reached with the wish to pay it. */
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

/** How something ends that a processor was told to pay. */
const ends: Moves = {
  paid: 'success',
  declined: 'failed',
  refused: 'ineligible',
  cancelled: 'cancelled',
  expired: 'expired',
  reversed: 'reversed',
};

/** What may happen as long as nobody was told of it. */
const beginning: Moves = {
  described: 'requires_confirmation',
  undescribed: 'requires_payout_method_data',
  confirmed: 'requires_creation',
  fulfilled: 'pending',
  cancelled: 'cancelled',
};

/** The whole life of a payout: what may happen to it in each status, and where that leads. */
export const lifecycle: Readonly<Record<PayoutStatus, Moves>> = {
  requires_payout_method_data: beginning,
  requires_confirmation: beginning,
  requires_creation: {
    ...ends,
    created: 'requires_fulfillment',
    vendor_account_needed: 'requires_vendor_account_creation',
    // Some processors pay what they are told of.
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
  success: {},
  failed: {},
  cancelled: {},
  ineligible: {},
  expired: {},
  reversed: {},
};

/** Undefined where it cannot happen. */
export const nextPayoutStatus = (
  status: PayoutStatus,
  event: PayoutEvent,
): PayoutStatus | undefined => lifecycle[status][event];

/** Whether nothing can happen to it any more. */
export const isOver = (status: PayoutStatus): boolean =>
  Object.keys(lifecycle[status]).length === 0;

const unasked: readonly PayoutStatus[] = ['requires_payout_method_data', 'requires_confirmation'];

/** What merchants may ask for in which status. */
export const acceptedIn = {
  update: unasked,
  // What is being created may be confirmed once more: then its processor is asked what became of it.
  confirm: [...unasked, 'requires_creation'],
  fulfill: ['requires_fulfillment'],
  cancel: [
    ...unasked,
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
 * Refuses what a merchant asks for in a status in which it cannot be done.
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

/** What a merchant hears who asks for what cannot be done in this status. */
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
