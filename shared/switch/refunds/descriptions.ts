import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import { CreateRefundRequest } from './operations.ts';
import { RefundStatus } from './refund.ts';

export const descriptions: Descriptions = {
  groups: { refunds: 'Money of a payment that goes back to the customer.' },
  operations: {
    'POST /refunds':
      'Gives money of a paid payment back, all of it or a part. Several refunds of one payment are possible, up to what was captured.',
    'GET /refunds/{refund_id}':
      'Answers with the refund. With `force_sync` the connector is asked first, where the refund is still pending.',
    'POST /refunds/{refund_id}': 'Changes the reason and the metadata of a refund.',
    'POST /refunds/sync': 'Answers with the refund as its retrieve does.',
    'PUT /refunds/{refund_id}/manual-update':
      'Writes down by hand how a refund ended, where the processor cannot be asked. Only the operator may do it.',
    'POST /refunds/list': 'Lists the refunds that fit all conditions in the body.',
    'POST /refunds/profile/list':
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /refunds/aggregate':
      'Counts the refunds that were created in a time by their status: every status is in the answer, with 0 where there are none. The counts are some seconds old.',
    'POST /refunds/filter':
      'Answers with the values that occur among the refunds of a time, by which their list can be narrowed.',
    'GET /refunds/v2/filter':
      'Answers with the values that occur among all refunds, or those of a time, and with the connector accounts. A connector without an account occurs in earlier refunds.',
    'GET /refunds/v2/profile/filter':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /refunds/profile/aggregate':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
  properties: {
    status_with_count: 'How many refunds there are in each status.',
    adyen_split_refund: 'How the refund is divided among accounts at Adyen.',
    refund_status: 'Only refunds in these statuses.',
    refund_type: '`instant` asks the connector at once, `scheduled` later.',
    stripe_split_refund: 'How the refund is divided among accounts at Stripe.',
    xendit_split_refund: 'How the refund is divided among accounts at Xendit.',
    amount: 'How much goes back, in minor units; all that is left of the payment unless stated.',
    reason: 'Why the money goes back, in words of the merchant.',
    set: 'The new text.',
    unset: 'Empties the field.',
  },
  schemas: [
    describeSchema(
      RefundStatus,
      {},
      'How things stand with a refund. Final: `succeeded`, `failed`. Waiting for the connector: `pending`. For a person: `review`.',
    ),
    describeSchema(CreateRefundRequest, {
      payment_id: 'The payment whose money goes back.',
      refund_id:
        "An identifier of the merchant's choice, up to 64 letters, digits, `_` and `-`. Without it the switch makes one that begins with `ref_`.",
    }),
  ],
};
