import { type Descriptions, describeSchema } from '#platform/http/operation/descriptions.ts';
import { CreateRefundRequest } from './operations.ts';
import { RefundStatus } from './refund.ts';

export const descriptions: Descriptions = {
  groups: { refunds: 'Money of a payment that goes back to the customer.' },
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
